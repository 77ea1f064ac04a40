import { readFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import { ideaDraft } from '../drafts.ts';
import { expect, expectFineInBothThemes, test } from './site.ts';
import { openSignedIn, unique } from './staff.ts';

/** Quick work in the list of ideas: keys, click targets, rows on one screen, and the export. */

/** Sends six ideas, and returns a word that only their titles contain. */
async function sendSix(request: APIRequestContext): Promise<string> {
  const flock = unique();
  for (const name of ['Sixth', 'Fifth', 'Fourth', 'Third', 'Second', 'First']) {
    await request.post('/api/ideas', { data: { ...ideaDraft, title: `${name} of ${flock}` } });
  }
  return flock;
}

test('two keys decide on an idea and lead to the next; slash leads to the search, and ? lists the keys', async ({
  page,
  request,
}) => {
  const flock = await sendSix(request);
  await openSignedIn(page, `/admin/ideas?q=${flock}`);
  await expect(page.getByRole('button', { name: 'View First' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: flock });
  const title = sheet.getByRole('heading', { level: 2 }).first();
  await expect(title).toHaveText(/First/);
  await expect(sheet).toContainText('1 of 6');
  await page.keyboard.press('3');
  await expect(sheet.getByLabel('Status')).toHaveValue('approved');
  await page.keyboard.press('Control+Enter');
  await expect(title).toHaveText(/Second/);
  await expect(sheet).toContainText('2 of 6');

  // In the notes, the keys of the shortcuts type letters.
  await page.keyboard.press('n');
  await page.keyboard.type('jk123 is a note');
  await page.keyboard.press('Control+Enter');
  await expect(title).toHaveText(/Third/);
  await page.keyboard.press('k');
  await expect(sheet.getByLabel('Notes')).toHaveValue('jk123 is a note');
  await page.keyboard.press('k');
  await expect(sheet.locator('.badge').first()).toHaveText('Approved');
  // When the sheet closes, the focus moves to the row of the idea that the sheet showed last.
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'View Second' })).toBeFocused();

  const search = page.getByLabel('Search title, problem or solution');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await expect(page, 'the key of the public search leads nowhere').toHaveURL(/\/admin\/ideas\?/);
  await page.keyboard.type('?/');
  await expect(search).toHaveValue(/\?\/$/);
  await search.fill(flock);
  await page.getByRole('button', { name: 'View First' }).click();
  await expect(title).toHaveText(/First/);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('In the sheet: Under Review');
  await expectFineInBothThemes(page);
  // Keys go to the dialog on top.
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await expect(title).toHaveText(/First/);
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(search).toBeFocused();
});

test('six ideas fit a screen of 900 px; rows, titles and tiles are clickable; the export is filtered too', async ({
  page,
  request,
}) => {
  const flock = await sendSix(request);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, `/admin/ideas?q=${flock}`);
  const entries = page.locator('.list .entry');
  await expect(entries).toHaveCount(6);
  await expect(entries.nth(5)).toBeInViewport({ ratio: 1 });

  const row = entries.filter({ hasText: 'Fourth' });
  for (const target of [row.locator('p').last(), row.getByRole('heading')]) {
    await target.click();
    await expect(page.getByRole('dialog', { name: `Fourth of ${flock}` })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await expect(page.locator('.tile', { hasText: 'Rejected' })).toHaveCount(0);
  await page.locator('.tile', { hasText: 'In Development' }).click();
  await expect(page).toHaveURL(/status=in_development/);
  await expect(page.locator('.tile [aria-pressed=true]')).toHaveText('In Development');
  await page.locator('.tile', { hasText: 'Total' }).click();
  await expect(page).not.toHaveURL(/status/);

  await page.getByLabel('Search title, problem or solution').fill(`Fourth of ${flock}`);
  await expect(entries).toHaveCount(1);
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
    expect(text).toContain(`Fourth of ${flock}`);
    expect(text).not.toContain(`Fifth of ${flock}`);
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});
