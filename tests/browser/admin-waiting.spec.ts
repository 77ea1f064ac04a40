import type { APIRequestContext, Page } from '@playwright/test';
import { mostChosen } from '#contract/inbox.ts';
import { applicationDraft, contactDraft, ideaDraft } from '../drafts.ts';
import { expect, expectFineInBothThemes, loseResponse, resize, test } from './site.ts';
import { openSignedIn, token, unique } from './staff.ts';

/** Submissions that wait for an answer, and changes of several submissions at once. */

const sendIdea = (request: APIRequestContext, title: string, expertise = 'Developer') =>
  request.post('/api/ideas', {
    data: { ...ideaDraft, title, requiredExpertise: [expertise] },
  });
const row = (page: Page, name: string) => page.locator('.list .entry').filter({ hasText: name });
const rows = (page: Page) => page.locator('.list .entry h2');

test('waiting ideas come oldest first, from the dashboard; lists are filtered by expertise, role and circle', async ({
  page,
  request,
}) => {
  const word = unique();
  const [kiln, moss, choir] = ['Kiln log', 'Moss map', 'Choir parts'].map(
    (name) => `${name} ${word}`,
  ) as [string, string, string];
  for (const title of [kiln, moss]) await sendIdea(request, title);
  await sendIdea(request, choir, 'QA Specialist');
  const fullName = `Ines ${word}`;
  await request.post('/api/applications', {
    data: { ...applicationDraft, fullName, role: 'DevOps Engineer', circles: ['Events'] },
  });
  await openSignedIn(page, '/admin');
  const panel = page.getByRole('region', { name: 'Waiting for an answer' });
  await expect(panel).toContainText(/\d+ ideas/);
  await expect(panel).toContainText('overdue');
  const sidebar = page.getByRole('navigation', { name: 'Staff area' });
  await expect(sidebar).toContainText(/Ideas\d+ waiting/);
  const oldest = panel.getByRole('listitem').first().getByRole('link');
  const name = await oldest.textContent();
  await oldest.click();
  await expect(page.getByRole('dialog', { name: name ?? '' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  const go = (address: string) =>
    page.evaluate((to) => history.pushState(null, '', `/admin${to}`), address);
  await go(`/ideas?status=waiting&q=${word}`);
  await expect(page.getByLabel('Filter by status')).toHaveValue('waiting');
  await expect(rows(page)).toHaveText([kiln, moss, choir]);
  // `j` in the sheet opens the next idea of the list, also if the newest does not come first.
  await page.getByRole('button', { name: `View ${kiln}` }).click();
  await expect(page.getByRole('dialog', { name: kiln })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('dialog', { name: moss })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More filters' }).click();
  const order = page.getByLabel('Order', { exact: true });
  await order.selectOption('newest');
  await expect(rows(page)).toHaveText([choir, moss, kiln]);
  await order.selectOption('oldest');
  await expect(rows(page)).toHaveText([kiln, moss, choir]);
  await page.getByLabel('Filter by expertise').selectOption('QA Specialist');
  await expect(rows(page)).toHaveText([choir]);

  await go('/applications?role=DevOps+Engineer');
  await expect(row(page, fullName)).toBeVisible();
  await page.getByLabel('Filter by circle').selectOption('Marketing');
  await expect(row(page, fullName)).toBeHidden();
  await page.getByLabel('Filter by circle').selectOption('Events');
  await expect(row(page, fullName)).toBeVisible();
});

test('several ideas are selected, set, deleted and restored; on a phone the selection bar fits', async ({
  page,
  request,
}) => {
  const word = unique();
  for (const name of ['Kiln log', 'Tide clock', 'Seed swap', 'Bell ropes', 'Moss map']) {
    await sendIdea(request, `${name} ${word}`);
  }
  await openSignedIn(page, `/admin/ideas?q=${word}`);
  await page.getByRole('button', { name: 'More filters' }).click();
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
  await resize(page, 390, 844);
  await expect(bar).toBeInViewport();
  await resize(page, 1280, 720);
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

test('a contact changed meanwhile keeps its status; a deletion without an answer is not called failed', async ({
  page,
  request,
  expectMessage,
}) => {
  const word = unique();
  for (const name of ['glue', 'paint']) {
    await request.post('/api/contact', {
      data: { ...contactDraft, subject: `A question of ${name} ${word}` },
    });
  }
  await openSignedIn(page, `/admin/contacts?q=${word}`);
  const glue = row(page, 'A question of glue');
  await glue.getByRole('checkbox').click();
  const headers = { Authorization: `Bearer ${await token(request)}` };
  const list = await request.get(`/api/admin/contacts?view=page&q=glue+${word}`, { headers });
  const [{ id }] = (await list.json()).items;
  await request.patch(`/api/admin/contacts/${id}/status`, { headers, data: { status: 'read' } });
  await page.getByLabel('Status for all').selectOption('closed');
  await page.getByRole('button', { name: 'Set status' }).click();
  await expect(page.locator('.toast')).toContainText('1 contact stayed as before');
  await expect(glue).toContainText('Read');
  await glue.getByRole('checkbox').uncheck();

  const paint = row(page, 'A question of paint');
  await paint.getByRole('checkbox').click();
  await loseResponse(page, '**/api/admin/several/contacts/delete');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('.toast')).toContainText('No answer came, so it may have happened.');
  expectMessage('net::ERR_FAILED');
  await expect(paint).toHaveCount(0);
});

test('Undo of a deletion that fails halfway says how many are in the list again, and shows them', async ({
  page,
  request,
  expectMessage,
}) => {
  const word = unique();
  const send = (number: number) =>
    request.post('/api/contact', { data: { ...contactDraft, subject: `Gull ${number} ${word}` } });
  await Promise.all(Array.from({ length: mostChosen + 1 }, (_, number) => send(number)));
  await openSignedIn(page, `/admin/contacts?q=${word}`);
  await row(page, word).first().getByRole('checkbox').check();
  const all = page.getByRole('button', { name: `Choose all ${mostChosen + 1}` });
  await expect(async () => {
    await rows(page).last().scrollIntoViewIfNeeded();
    await expect(all).toBeVisible({ timeout: 200 });
  }).toPass();
  await all.click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rows(page)).toHaveCount(0);
  await page.route('**/api/admin/several/restore', (route) =>
    route.request().postDataJSON().ids.length === 1
      ? route.fulfill({ status: 429, json: { error: 'Too many requests' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  const toast = page.locator('.toast');
  await expect(toast).toContainText('Failed to restore contacts');
  await expect(toast).toContainText('100 of 101 are in the list again');
  await expect(page.locator('.list')).toContainText(word);
  await expect(page.locator('.side-list', { hasText: 'in the trash' })).toContainText(word);
  expectMessage('status of 429');
});
