import type { APIRequestContext, Page } from '@playwright/test';
import { applicationDraft, applicationExtras, contactDraft, ideaDraft } from '../drafts.ts';
import { expect, resize, test } from './site.ts';
import { open, unique } from './staff.ts';

/** The staff area with the keyboard: the focus stays where the user works, and typed text is not lost. */

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
  await drawer.getByRole('link', { name: 'Ideas', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Ideas' })).toBeVisible();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();

  await resize(page, 720, 450);
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

/** Creates an idea, opens its sheet with the keyboard, and types a note. */
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

test('a sheet closed by Escape has kept what was typed; Cancel asks, then throws it away', async ({
  page,
  request,
}) => {
  const { view, notes } = await beginReview(page, request);
  await page.keyboard.press('Escape');
  await expect(view).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(notes).toHaveValue('Half a thought');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await view.click();
  await expect(notes).toHaveValue('');

  // The sheet opens again even if the button is clicked immediately after the sheet has closed.
  await notes.fill('Half a thought');
  const close = page.getByRole('button', { name: 'Close' });
  for (const leave of [() => page.keyboard.press('Escape'), () => close.click()]) {
    // The click comes in the microtask after the focus returns to the button, sooner than any key press.
    await view.evaluate((button: HTMLElement) =>
      button.addEventListener('focus', () => queueMicrotask(() => button.click()), { once: true }),
    );
    await leave();
    await expect(notes).toHaveValue('Half a thought');
    await expect(notes, 'a new sheet, read from its title on').not.toBeFocused();
  }
});

test('the head of a sheet stays in view, and its foot', async ({ page, request }) => {
  const title = `Plover ${unique()}`;
  const long = 'words that go on and on '.repeat(150);
  await request.post('/api/ideas', { data: { ...ideaDraft, title, problemStatement: long } });
  await open(page, '/admin/ideas');
  for (const size of [{ width: 1440, height: 900 }, phone]) {
    await page.setViewportSize(size);
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
    await resize(page, 1440, height);
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

test('a closed sheet leaves the keyboard at the row that was open last, and one Back leaves the list', async ({
  page,
  request,
}) => {
  const word = unique();
  for (let number = 6; number > 0; number -= 1) {
    await request.post('/api/ideas', { data: { ...ideaDraft, title: `Stint ${number} ${word}` } });
  }
  const view = (number: number) =>
    page.getByRole('button', { name: `View Stint ${number} ${word}`, exact: true });
  await page.setViewportSize({ width: 1440, height: 500 });
  await open(page, '/admin');
  await page.getByRole('link', { name: 'Ideas', exact: true }).click();
  await view(1).click();
  const sheet = page.getByRole('dialog');
  for (const number of [2, 3, 4]) {
    await sheet.getByRole('button', { name: 'Next' }).click();
    await expect(sheet).toContainText(`Stint ${number} ${word}`);
  }
  await page.keyboard.press('Escape');
  await expect(view(4)).toBeFocused();
  await expect(view(4)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('j');
  await expect(view(5)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet).toContainText(`Stint 5 ${word}`);
  await page.keyboard.press('Escape');
  await expect(view(5)).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/admin$/);
});

test('a row that leaves the filter hands the keyboard to the row in its place', async ({
  page,
  request,
}) => {
  const word = unique();
  for (const letter of ['d', 'c', 'b', 'a']) {
    await request.post('/api/ideas', { data: { ...ideaDraft, title: `Snipe ${letter} ${word}` } });
  }
  const view = (letter: string) =>
    page.getByRole('button', { name: `View Snipe ${letter} ${word}`, exact: true });
  await open(page, '/admin/ideas?status=pending');
  await view('a').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Next' }).click();
  await expect(sheet).toContainText(`Snipe b ${word}`);
  await sheet.getByLabel('Status').selectOption('approved');
  await sheet.getByRole('button', { name: 'Save status' }).click();
  await expect(page.locator('.toast')).toContainText('Status saved');
  await page.keyboard.press('Escape');
  await expect(view('c')).toBeFocused();
  await page.keyboard.press('k');
  await expect(view('a')).toBeFocused();
});

test('a contact’s status by keyboard: arrows reach each one, Enter saves it, and the row after it has the focus', async ({
  page,
  request,
}) => {
  const word = unique();
  for (const letter of ['c', 'b', 'a']) {
    await request.post('/api/contact', {
      data: { ...contactDraft, subject: `Rail ${letter} ${word}` },
    });
  }
  const sent: string[] = [];
  page.on('request', (call) => {
    if (call.method() === 'PATCH') sent.push(call.postDataJSON().status);
  });
  await open(page, `/admin/contacts?status=new&q=${word}`);
  const status = (letter: string) => page.getByLabel(`Status of Rail ${letter} ${word}`);
  await status('a').focus();
  for (const reached of ['read', 'replied', 'closed']) {
    await page.keyboard.press('ArrowDown');
    await expect(status('a')).toHaveValue(reached);
    await expect(status('a')).toBeFocused();
  }
  await expect(status('a')).toHaveAccessibleDescription(
    'Not saved yet. Enter saves, Escape undoes.',
  );
  await page.keyboard.press('Escape');
  await expect(status('a')).toHaveValue('new');
  expect(sent, 'arrows alone save nothing').toEqual([]);

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(status('a'), 'it has left the filter').toHaveCount(0);
  await expect(status('b')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Status saved' })).toContainText(
    `Rail a ${word}: Replied`,
  );

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(status('b'), 'leaving it saves it').toHaveCount(0);
  await expect(status('c')).toBeFocused();
  expect(sent).toEqual(['replied', 'read']);
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
  await expect(page.getByRole('button', { name: `View ${title}` })).toBeFocused();

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
