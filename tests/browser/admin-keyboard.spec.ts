import type { APIRequestContext, Page } from '@playwright/test';
import { applicationDraft, applicationExtras, ideaDraft } from '../drafts.ts';
import { expect, test } from './site.ts';
import { open, unique } from './staff.ts';

/** Where the keyboard is, and that it loses neither its place nor what was typed. */

const phone = { width: 390, height: 844 };

test('the user menu follows its button, and closes by Escape and by leaving it', async ({
  page,
}) => {
  await open(page, '/admin');
  const user = page.locator('button.user');
  const settings = page.getByRole('link', { name: 'Settings' });
  await expect(
    page.getByRole('link', { name: /Manage Pods/ }),
    'something to tab on to',
  ).toBeVisible();
  await user.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(settings).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(settings).toHaveCount(0);
  await expect(user).toBeFocused();

  await page.keyboard.press('Enter');
  for (const _ of ['Settings', 'Logout', 'out of it']) await page.keyboard.press('Tab');
  await expect(settings).toHaveCount(0);

  await user.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('the drawer takes the focus, keeps it, and gives it back', async ({ page }) => {
  await page.setViewportSize(phone);
  await open(page, '/admin');
  const toggle = page.getByRole('button', { name: 'Open sidebar' });
  const drawer = page.locator('.side[data-open]');
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('link', { name: 'Dashboard' })).toBeFocused();
  await page.locator('button.user').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Settings' }), 'the menu alone').toHaveCount(0);
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(toggle).toBeFocused();

  await page.keyboard.press('Enter');
  await drawer.getByRole('link', { name: 'Ideas' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Ideas' })).toBeVisible();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();

  await page.setViewportSize({ width: 720, height: 450 });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await page.locator('button.user').focus();
  await expect(page.locator('button.user'), 'at 200 %').toBeInViewport({ ratio: 1 });

  await drawer.getByRole('link', { name: 'Dashboard' }).focus();
  for (const _ of ['the brand', 'past the bar that is covered'])
    await page.keyboard.press('Shift+Tab');
  await expect(toggle).not.toBeFocused();
  await expect(drawer, 'left by key').toHaveCount(0);
});

/** A new idea, its sheet opened by key, and something typed in it. */
async function beginReview(page: Page, request: APIRequestContext) {
  const title = `Plover ${unique()}`;
  await request.post('/api/ideas', { data: { ...ideaDraft, title } });
  await open(page, '/admin/ideas');
  const view = page.getByRole('button', { name: `View ${title}` });
  const notes = page.getByRole('dialog').getByLabel('Notes');
  await view.focus();
  await page.keyboard.press('Enter');
  await notes.fill('Half a thought');
  return { view, notes };
}

test('a sheet closed by Escape has kept what was typed; Cancel throws it away', async ({
  page,
  request,
}) => {
  const { view, notes } = await beginReview(page, request);
  await page.keyboard.press('Escape');
  await expect(view).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(notes).toHaveValue('Half a thought');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await view.click();
  await expect(notes).toHaveValue('');
});

for (const [way, leave] of [
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['its button', (page: Page) => page.getByRole('button', { name: 'Close' }).click()],
] as const) {
  test(`closed by ${way}, a sheet opens again however soon it is asked for`, async ({
    page,
    request,
  }) => {
    const { view, notes } = await beginReview(page, request);
    // No key press can come sooner after the focus is back.
    await view.evaluate((button: HTMLElement) =>
      button.addEventListener('focus', () => queueMicrotask(() => button.click()), { once: true }),
    );
    await leave(page);
    await expect(notes).toHaveValue('Half a thought');
    await expect(notes, 'a new sheet, read from its title on').not.toBeFocused();
  });
}

test('the head of a sheet stays in view, and its foot', async ({ page, request }) => {
  const title = `Plover ${unique()}`;
  const long = 'words that go on and on '.repeat(150);
  await request.post('/api/ideas', { data: { ...ideaDraft, title, problemStatement: long } });
  for (const size of [{ width: 1440, height: 900 }, phone]) {
    await page.setViewportSize(size);
    await open(page, '/admin/ideas');
    await page.getByRole('button', { name: `View ${title}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.evaluate((element) => element.scrollTo(0, 700));
    await expect(dialog.getByRole('heading', { name: title })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: 'Save status' })).toBeInViewport({ ratio: 1 });
    const { width } = (await dialog.boundingBox()) ?? { width: 0 };
    expect(width).toBeCloseTo(Math.min(736, size.width), 1);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
  }
});

test('what has the focus in a sheet is not under its foot', async ({ page, request }) => {
  const fullName = `Ruff ${unique()}`;
  await request.post('/api/applications', {
    data: { ...applicationDraft, ...applicationExtras, fullName },
  });
  await open(page, '/admin/applications');
  await page.getByRole('button', { name: `View ${fullName}` }).click();
  for (const height of [900, 450]) {
    await page.setViewportSize({ width: 1440, height });
    await page.getByRole('dialog').getByRole('heading', { name: fullName }).focus();
    for (const name of [
      applicationDraft.email,
      applicationExtras.linkedin,
      applicationExtras.github,
    ]) {
      await page.keyboard.press('Tab');
      const link = page.getByRole('dialog').getByRole('link', { name });
      await expect(link).toBeFocused();
      const isOnTop = await link.evaluate((element) => {
        const { left, top, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + 3, top + height / 2));
      });
      expect(isOnTop, `${name} at ${height}`).toBe(true);
    }
  }
});

test('the keyboard goes on from where it can: opened by its address, by key, and a new user', async ({
  page,
  request,
}) => {
  const title = `Avocet ${unique()}`;
  const { id } = await (await request.post('/api/ideas', { data: { ...ideaDraft, title } })).json();
  await open(page, `/admin/ideas?open=${id}`);
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.keyboard.press('j');
  const chosen = await page.locator('.entry[data-selected] h2').textContent();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `View ${chosen}` })).toBeFocused();

  const username = `knot-${unique()}`;
  await page.goto('/admin/users?edit=new');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('six or more');
  await page.getByLabel('Confirm password', { exact: true }).fill('six or more');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Edit ${username}` })).toBeFocused();
});
