import { readFileSync } from 'node:fs';
import { ideaDraft } from '../drafts.ts';
import { expect, expectFineInBothThemes, testOn } from './site.ts';
import { open } from './staff.ts';

/** Quick work in the list of ideas: keys, click targets, rows on one screen, and the export. */

const titles = ['Fifth', 'Fourth', 'Third', 'Second', 'First'];

const test = testOn(async (address) => {
  for (const title of titles) {
    await fetch(`${address}/api/ideas`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...ideaDraft, title }),
    });
  }
});

test.describe.configure({ mode: 'default' });

test('two keys decide on an idea and lead to the next', async ({ page }) => {
  await open(page, '/admin/ideas');
  await expect(page.getByRole('button', { name: 'View First' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { level: 2 }).first()).toHaveText('First');
  await expect(sheet).toContainText(/1 of \d+/);
  await page.keyboard.press('3');
  await expect(sheet.getByLabel('Status')).toHaveValue('approved');
  await page.keyboard.press('Control+Enter');
  await expect(sheet.getByRole('heading', { level: 2 }).first()).toHaveText('Second');
  await expect(sheet).toContainText(/2 of \d+/);

  // In the notes, the keys of the shortcuts type letters.
  await page.keyboard.press('n');
  await page.keyboard.type('jk123 is a note');
  await page.keyboard.press('Control+Enter');
  await expect(sheet.getByRole('heading', { level: 2 }).first()).toHaveText('Third');
  await page.keyboard.press('k');
  await expect(sheet.getByLabel('Notes')).toHaveValue('jk123 is a note');
  await page.keyboard.press('k');
  await expect(sheet.locator('.badge').first()).toHaveText('Approved');
  // The list has followed the sheet: after closing, the focus is on the row of the idea that was open.
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'View Second' })).toBeFocused();
});

test('slash leads to the search, from the list and from the sheet, and ? lists the keys', async ({
  page,
}) => {
  await open(page, '/admin/ideas');
  await expect(page.getByRole('button', { name: 'View First' })).toBeVisible();
  const search = page.getByLabel('Search title, problem or solution');
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('?/');
  await expect(search).toHaveValue('?/');
  await search.fill('');
  await page.getByRole('button', { name: 'View First' }).click();
  await expect(page.getByRole('dialog', { name: 'First' })).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('In the sheet: Under Review');
  await expectFineInBothThemes(page);
  // Keys go to the dialog on top.
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'First' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(search).toBeFocused();
});

test('rows, titles and tiles are targets for the pointer', async ({ page }) => {
  await open(page, '/admin/ideas');
  const row = page.locator('.list .entry', { hasText: 'Fourth' });
  await row.locator('p').last().click();
  await expect(page.getByRole('dialog', { name: 'Fourth' })).toBeVisible();
  await page.keyboard.press('Escape');
  await row.getByRole('heading').click();
  await expect(page.getByRole('dialog', { name: 'Fourth' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('.tile', { hasText: 'Rejected' }).waitFor({ state: 'detached' });
  await page.locator('.tile', { hasText: 'In Development' }).click();
  await expect(page).toHaveURL(/status=in_development/);
  await expect(page.locator('.tile [aria-pressed=true]')).toHaveText('In Development');
  await page.locator('.tile', { hasText: 'Total' }).click();
  await expect(page).not.toHaveURL(/status/);
});

test('six ideas are in view on a screen of 900 px', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/admin/ideas');
  await expect(page.locator('.list .entry').nth(5)).toBeInViewport({ ratio: 1 });
});

test('the list is taken out as a file, as it is filtered', async ({ page }) => {
  await open(page, '/admin/ideas?q=fourth');
  await expect(page.locator('.list .entry')).toHaveCount(1);
  for (const [label, ending] of [
    ['Table (CSV)', 'csv'],
    ['Data (JSON)', 'json'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('dialog')).toContainText('what the filter shows');
    if (ending === 'csv') await expectFineInBothThemes(page);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: label }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(
      new RegExp(`^ideas-\\d{4}-\\d\\d-\\d\\d\\.${ending}$`),
    );
    const text = readFileSync(await file.path(), 'utf8');
    expect(text).toContain('Fourth');
    expect(text).not.toContain('Fifth');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});
