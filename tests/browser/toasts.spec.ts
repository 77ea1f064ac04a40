import { contactDraft, ideaDraft, podDraft } from '../drafts.ts';
import { expect, ready, test } from './site.ts';
import { create, open, unique } from './staff.ts';

test('a toast goes after 5 s, by swipe to the right, or by its button; F8 reaches it', async ({
  page,
  console: said,
}) => {
  await page.goto('/contact');
  await ready(page);
  for (const [label, text] of [
    ['Subject', contactDraft.subject],
    ['Message', contactDraft.message],
    ['Name', contactDraft.name],
    ['E-mail', contactDraft.email],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  await page.route('**/api/contact', (route) => route.fulfill({ status: 500, body: 'no' }));
  const toast = page.locator('.toast');
  const fail = async () => {
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(toast).toHaveCount(1);
    await expect(toast).toBeVisible();
  };
  await fail();
  await fail();
  await expect(toast, 'one at a time').toHaveCount(1);
  const shownAt = Date.now();
  await page.mouse.move(5, 5);
  await expect(toast).toBeHidden({ timeout: 7000 });
  expect(Date.now() - shownAt).toBeGreaterThan(3500);

  await fail();
  await page.keyboard.press('F8');
  await expect(page.locator('.toasts')).toBeFocused();
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();

  await fail();
  const box = await toast.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 30];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y, { steps: 4 });
  await page.mouse.move(x + 70, y, { steps: 4 });
  await page.mouse.up();
  await expect(toast).toBeHidden();
  said.length = 0;
});

test('Escape on a toast closes the toast alone, and the keyboard is where it was', async ({
  page,
  request,
  console: said,
}) => {
  const pod = await create(request, 'pods', { ...podDraft, name: `Dotterel ${unique()}` });
  await open(page, `/admin/pods?edit=${pod.id}`);
  const dialog = page.getByRole('dialog');
  await page.route('**/api/admin/pods/*', (route) => route.abort());
  await dialog.getByLabel('Name').fill('Dotterel again');
  await page.keyboard.press('Enter');
  const toast = dialog.locator('.toast');
  await expect(toast).toContainText('Failed to update pod');
  const before = await page.evaluate(() => document.activeElement?.id);
  await page.keyboard.press('F8');
  await page.keyboard.press('Escape');
  await expect(toast).toHaveCount(0);
  await expect(dialog).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(before);
  said.length = 0;
});

test('without the code of toasts a failure is told all the same, in the sheet, and goes again', async ({
  page,
  request,
  console: said,
}) => {
  await page.route('**/assets/toaster-*.js', (route) => route.abort());
  const title = `Godwit ${unique()}`;
  const { id } = await (await request.post('/api/ideas', { data: { ...ideaDraft, title } })).json();
  await open(page, `/admin/ideas?open=${id}`);
  const sheet = page.getByRole('dialog', { name: title });
  await page.route('**/api/admin/ideas/*/status', (route) => route.abort());
  await sheet.getByLabel('Notes').fill('Do not lose this.');
  await sheet.getByRole('button', { name: 'Save status' }).click();
  await expect(sheet.locator('.toast')).toContainText('Failed to update status');
  await expect(sheet.locator('.toast')).toHaveCount(0);
  await expect(sheet.getByLabel('Notes')).toHaveValue('Do not lose this.');
  said.length = 0;
});
