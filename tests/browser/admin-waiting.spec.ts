import type { Page } from '@playwright/test';
import { applicationDraft, contactDraft, ideaDraft } from '../drafts.ts';
import { admin, expect, expectFineInBothThemes, testOn } from './site.ts';
import { open, token } from './staff.ts';

/** Owners of submissions, submissions that wait for an answer, and changes of several submissions at once. */

const send = (address: string, path: string, body: object) =>
  fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const test = testOn(async (address) => {
  for (const title of ['Kiln log', 'Tide clock', 'Seed swap', 'Bell ropes', 'Moss map']) {
    await send(address, '/api/ideas', { ...ideaDraft, title, requiredExpertise: ['Developer'] });
  }
  await send(address, '/api/ideas', {
    ...ideaDraft,
    title: 'Choir parts',
    requiredExpertise: ['QA Specialist'],
  });
  await send(address, '/api/applications', {
    ...applicationDraft,
    fullName: 'Ines Aldana',
    role: 'DevOps Engineer',
    circles: ['Events'],
  });
  await send(address, '/api/contact', { ...contactDraft, subject: 'A question of glue' });
});

const row = (page: Page, name: string) => page.locator('.list .entry').filter({ hasText: name });
const rows = (page: Page) => page.locator('.list .entry h2');

test.describe.configure({ mode: 'default' });

test('an idea is taken with one key, and "Mine" shows it', async ({ page }) => {
  await open(page, '/admin/ideas');
  await expect(row(page, 'Choir parts')).toContainText('Waits less than an hour');
  await page.getByRole('button', { name: 'View Choir parts' }).click();
  const sheet = page.getByRole('dialog', { name: 'Choir parts' });
  await expect(sheet.getByLabel('Owner')).toHaveValue('');
  await page.keyboard.press('m');
  await expect(sheet.getByLabel('Owner')).toHaveValue(admin.username);
  await expectFineInBothThemes(page);
  await sheet.getByRole('button', { name: 'Save status' }).click();
  await expect(sheet).toContainText('History: 1 change');
  await sheet.getByText('History: 1 change').click();
  await expect(sheet).toContainText(`from nobody to ${admin.username}`);
  await page.keyboard.press('Escape');
  await expect(row(page, 'Choir parts')).toContainText('Yours');
  const mine = page.getByRole('button', { name: 'Mine' });
  await mine.click();
  await expect(rows(page)).toHaveText(['Choir parts']);
  await expect(page).toHaveURL(/owner=me/);
  await page.reload();
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  await expect(rows(page)).toHaveText(['Choir parts']);
});

test('what waits comes oldest first, from the dashboard with one click', async ({ page }) => {
  await open(page, '/admin');
  const panel = page.getByRole('region', { name: 'Waiting for an answer' });
  await expect(panel).toContainText(/\d+ ideas/);
  await expect(panel).toContainText('overdue');
  const sidebar = page.getByRole('navigation', { name: 'Staff area' });
  await expect(sidebar).toContainText(/Ideas\d+ waiting/);
  await expectFineInBothThemes(page);
  const oldest = panel.getByRole('listitem').first().getByRole('link');
  const name = await oldest.textContent();
  await oldest.click();
  await expect(page.getByRole('dialog', { name: name ?? '' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/admin/ideas?status=waiting');
  await expect(page.getByLabel('Filter by status')).toHaveValue('waiting');
  const titles = await rows(page).allTextContents();
  expect(titles.slice(-2)).toEqual(['Moss map', 'Choir parts']);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Order', { exact: true }).selectOption('newest');
  await expect(rows(page).first()).toHaveText('Choir parts');
  await page.getByLabel('Filter by expertise').selectOption('QA Specialist');
  await expect(row(page, 'Moss map')).toBeHidden();
  await expect(row(page, 'Choir parts')).toBeVisible();
  // "Next" in the sheet opens the idea that is next in the list, also in another order.
  await page.getByLabel('Order', { exact: true }).selectOption('oldest');
  await expect(rows(page).last()).toHaveText('Choir parts');
  const shown = await rows(page).allTextContents();
  await page.getByRole('button', { name: `View ${shown[0]}` }).click();
  await expect(page.getByRole('dialog', { name: shown[0] ?? '' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('dialog', { name: shown[1] ?? '' })).toBeVisible();
});

test('applications are filtered by role and circle', async ({ page }) => {
  await open(page, '/admin/applications?role=DevOps+Engineer');
  await expect(rows(page)).toContainText(['Ines Aldana']);
  await page.getByLabel('Filter by circle').selectOption('Marketing');
  await expect(row(page, 'Ines Aldana')).toBeHidden();
  await page.getByLabel('Filter by circle').selectOption('Events');
  await expect(row(page, 'Ines Aldana')).toBeVisible();
});

test('several are chosen by key and by pointer, set, deleted and restored', async ({ page }) => {
  await open(page, '/admin/ideas');
  await expect(row(page, 'Tide clock')).toBeVisible();
  const bar = page.getByRole('region', { name: 'Chosen' });
  await expect(bar).toBeHidden();
  await page.getByRole('button', { name: 'View Moss map' }).focus();
  await page.keyboard.press('x');
  await expect(bar).toContainText('1 idea chosen');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+X');
  await expect(bar).toContainText('3 ideas chosen');
  await expect(row(page, 'Bell ropes').getByRole('checkbox')).toBeChecked();
  await row(page, 'Seed swap').getByRole('checkbox').click();
  await row(page, 'Tide clock').getByRole('checkbox').click();
  await expect(bar).toContainText('3 ideas chosen');
  await expectFineInBothThemes(page);
  // Choosing a status changes nothing before the button is pressed.
  await bar.getByLabel('Status for all').selectOption('approved');
  await expect(row(page, 'Moss map')).toContainText('Pending');
  await bar.getByRole('button', { name: 'Set status' }).click();
  for (const name of ['Moss map', 'Bell ropes', 'Tide clock']) {
    await expect(row(page, name)).toContainText('Approved');
  }
  await expect(row(page, 'Seed swap')).toContainText('Pending');
  await expect(bar).toBeHidden();

  await row(page, 'Moss map').getByRole('checkbox').click();
  await row(page, 'Bell ropes').getByRole('checkbox').click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete ideas' });
  await expect(question).toContainText('2 ideas');
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(row(page, 'Moss map')).toContainText('Approved');
  await expect(row(page, 'Bell ropes')).toBeVisible();

  // Escape clears the selection.
  await row(page, 'Kiln log').getByRole('checkbox').click();
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
});

test('one that somebody else changes meanwhile stays, and staff are told', async ({
  page,
  request,
}) => {
  await open(page, '/admin/contacts');
  const glue = row(page, 'A question of glue');
  await glue.getByRole('checkbox').click();
  const headers = { Authorization: `Bearer ${await token(request)}` };
  const list = await request.get('/api/admin/contacts?view=page&q=glue', { headers });
  const [{ id }] = (await list.json()).items;
  await request.patch(`/api/admin/contacts/${id}/status`, { headers, data: { status: 'read' } });
  await page.getByLabel('Status for all').selectOption('closed');
  await page.getByRole('button', { name: 'Set status' }).click();
  await expect(page.locator('.toast')).toContainText('1 contact stayed as before');
  await expect(glue).toContainText('Read');
});

test('a deletion whose answer is lost is not denied', async ({ page, expectMessage }) => {
  expectMessage('net::ERR_FAILED');
  await page.request.post('/api/contact', {
    data: { ...contactDraft, subject: 'A question of paint' },
  });
  await open(page, '/admin/contacts');
  const paint = row(page, 'A question of paint');
  await paint.getByRole('checkbox').click();
  await page.route('**/api/admin/several/contacts/delete', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('.toast')).toContainText('No answer came, so it may have happened.');
  await expect(paint).toHaveCount(0);
});

test('on a phone the chosen ones and the filters fit', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/admin/ideas?status=waiting');
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.locator('.list .entry').first().getByRole('checkbox').click();
  await expect(page.getByRole('region', { name: 'Chosen' })).toBeInViewport();
  await expectFineInBothThemes(page);
});
