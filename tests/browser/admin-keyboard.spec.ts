import { applicationDraft, applicationExtras, contactDraft, ideaDraft } from '../drafts.ts';
import { expect, resize, test } from './site.ts';
import { openSignedIn, unique } from './staff.ts';

/** The staff area with the keyboard: the focus stays where the user works, and typed text is not lost. */

const phone = { width: 390, height: 844 };

test('the user menu closes by Escape and by Tab; the drawer of a phone takes the focus and gives it back', async ({
  page,
}) => {
  await openSignedIn(page, '/admin');
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

  await resize(page, phone.width, phone.height);
  const toggle = page.getByRole('button', { name: 'Open sidebar' });
  const drawer = page.locator('.side[data-open]');
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('link', { name: 'Dashboard' })).toBeFocused();
  await user.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(settings, 'the menu alone').toHaveCount(0);
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(toggle).toBeFocused();
  await page.keyboard.press('Enter');
  await drawer.getByRole('link', { name: 'Import', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();

  await resize(page, 720, 450);
  await toggle.focus();
  await page.keyboard.press('Enter');
  await user.focus();
  await expect(user, 'at 200 %').toBeInViewport({ ratio: 1 });
  await drawer.getByRole('link', { name: 'Dashboard' }).focus();
  for (const _ of ['the brand', 'past the bar that is covered'])
    await page.keyboard.press('Shift+Tab');
  await expect(toggle).not.toBeFocused();
  await expect(drawer, 'left by key').toHaveCount(0);
});

test('a closed sheet keeps typed text and marks it as unsaved; Cancel asks before it discards the text', async ({
  page,
  request,
}) => {
  const word = unique();
  for (const letter of ['a', 'b']) {
    await request.post('/api/ideas', { data: { ...ideaDraft, title: `Smew ${letter} ${word}` } });
  }
  await openSignedIn(page, `/admin/ideas?q=${word}`);
  const view = page.getByRole('button', { name: `View Smew b ${word}` });
  const sheet = page.getByRole('dialog');
  const notes = sheet.getByLabel('Notes');
  await view.focus();
  await page.keyboard.press('Enter');
  await notes.fill('Half a thought');
  await expect(sheet.locator('.sheet-foot')).toContainText('Unsaved');
  await sheet.getByRole('button', { name: 'Next' }).click();
  await expect(sheet.getByRole('heading', { level: 2 })).toHaveText(`Smew a ${word}`);
  await expect(sheet.locator('.sheet-foot')).not.toContainText('Unsaved');
  await page.keyboard.press('Escape');
  await expect(page.locator('.entry', { hasText: `Smew b ${word}` })).toContainText('Unsaved');
  await view.click();
  await expect(notes).toHaveValue('Half a thought');

  // The sheet opens again even if "View" is clicked immediately after the sheet has closed.
  const close = page.getByRole('button', { name: 'Close' });
  for (const leave of [() => page.keyboard.press('Escape'), () => close.click()]) {
    // Clicks in the microtask after "View" has got the focus back, which is earlier than any key press could be.
    await view.evaluate((button: HTMLElement) =>
      button.addEventListener('focus', () => queueMicrotask(() => button.click()), { once: true }),
    );
    await leave();
    await expect(notes).toHaveValue('Half a thought');
    await expect(notes, 'a new sheet, read from its title on').not.toBeFocused();
  }

  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await sheet.getByRole('button', { name: 'Discard' }).click();
  await expect(view).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(notes).toHaveValue('');
});

test('head and foot of a sheet stay in view, and do not cover the focused element', async ({
  page,
  request,
}) => {
  const fullName = `Ruff ${unique()}`;
  const motivation = 'words that go on and on '.repeat(150);
  const sent = await request.post('/api/applications', {
    data: { ...applicationDraft, ...applicationExtras, fullName, motivation },
  });
  await openSignedIn(page, `/admin/applications?open=${(await sent.json()).id}`);
  const sheet = page.getByRole('dialog');
  const heading = sheet.getByRole('heading', { name: fullName });
  for (const size of [{ width: 1440, height: 900 }, phone]) {
    await resize(page, size.width, size.height);
    const scrollDown = () =>
      sheet.evaluate((element) => {
        element.scrollTo(0, 700);
        return element.scrollTop;
      });
    await expect.poll(scrollDown, 'the text is longer than the screen').toBe(700);
    await expect(heading).toBeInViewport({ ratio: 1 });
    await expect(sheet.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 });
    await expect(sheet.getByRole('button', { name: 'Save status' })).toBeInViewport({ ratio: 1 });
    const { width } = (await sheet.boundingBox()) ?? { width: 0 };
    expect(width).toBeCloseTo(Math.min(736, size.width), 1);
  }
  await resize(page, 1440, 450);
  await heading.focus();
  for (const name of [
    applicationDraft.email,
    applicationExtras.linkedin,
    applicationExtras.github,
  ]) {
    await page.keyboard.press('Tab');
    const link = sheet.getByRole('link', { name });
    await expect(link).toBeFocused();
    const isOnTop = await link.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 3, top + height / 2));
    });
    expect(isOnTop, name).toBe(true);
  }
});

test('a closed sheet focuses the row shown last, or the next one; one Back leaves the list', async ({
  page,
  request,
}) => {
  const word = unique();
  for (let number = 4; number > 0; number -= 1) {
    await request.post('/api/ideas', { data: { ...ideaDraft, title: `Stint ${number} ${word}` } });
  }
  const view = (number: number) =>
    page.getByRole('button', { name: `View Stint ${number} ${word}`, exact: true });
  await page.setViewportSize({ width: 1440, height: 400 });
  await openSignedIn(page, '/admin');
  const go = (address: string) =>
    page.evaluate((to) => history.pushState(null, '', to), `/admin/ideas?${address}`);
  await go(`q=${word}`);
  await view(1).click();
  await expect(view(3), 'further down').not.toBeInViewport();
  const sheet = page.getByRole('dialog');
  for (const number of [2, 3]) {
    await sheet.getByRole('button', { name: 'Next' }).click();
    await expect(sheet).toContainText(`Stint ${number} ${word}`);
  }
  await page.keyboard.press('Escape');
  await expect(view(3)).toBeFocused();
  await expect(view(3)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('j');
  await expect(view(4)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet).toContainText(`Stint 4 ${word}`);
  await page.keyboard.press('Escape');
  await expect(view(4)).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/admin$/);

  await go(`status=pending&q=${word}`);
  await view(2).click();
  const approve = async (number: number) => {
    await expect(sheet.getByRole('heading', { level: 2 })).toHaveText(`Stint ${number} ${word}`);
    await sheet.getByLabel('Status').selectOption('approved');
    await sheet.getByRole('button', { name: 'Save status' }).click();
    await expect(page.locator('.toast')).toContainText(`Stint ${number} ${word}`);
  };
  // The list is refreshed after each of the two saves. Only the first refresh gets a response.
  const refreshes: (() => void)[] = [];
  await page.route('**/api/admin/ideas?*limit=48*q=*', async (route) => {
    await new Promise<void>((resolve) => refreshes.push(resolve));
    await route.continue();
  });
  await approve(2);
  await sheet.getByRole('button', { name: 'Next' }).click();
  await approve(3);
  await expect.poll(() => refreshes.length).toBe(2);
  const refreshed = page.waitForResponse('**/api/admin/ideas?*limit=48*q=*');
  refreshes[0]?.();
  await (await refreshed).finished();
  await page.keyboard.press('Escape');
  await expect(view(4), 'in the sheet').toBeFocused();
  await page.keyboard.press('k');
  await expect(view(1), 'for the keyboard in the list').toBeFocused();
});

test('the status of a contact by keyboard: arrows choose, Enter saves, and the next row gets the focus', async ({
  page,
  request,
}) => {
  const word = unique();
  for (const letter of ['e', 'd', 'c', 'b', 'a']) {
    await request.post('/api/contact', {
      data: { ...contactDraft, subject: `Rail ${letter} ${word}` },
    });
  }
  const sent: string[] = [];
  page.on('request', (call) => {
    if (call.method() === 'PATCH') sent.push(call.postDataJSON().status);
  });
  await openSignedIn(page, `/admin/contacts?status=new&q=${word}`);
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
  await expect(page.getByRole('status').filter({ hasText: 'Status saved' })).toContainText(
    `Rail a ${word}: Replied`,
  );
  await expect(status('a'), 'it has left the filter').toHaveCount(0);
  await expect(status('b')).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(status('b'), 'leaving it saves it').toHaveCount(0);
  await expect(status('c')).toBeFocused();
  expect(sent).toEqual(['replied', 'read']);

  for (const [letter, key] of [
    ['c', 'Enter'],
    ['d', 'Space'],
    ['e', 'Alt+ArrowDown'],
  ] as const) {
    await status(letter).press(key);
    await expect(page.locator('.status-select:open')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(status(letter), `picked from the list, opened with ${key}`).toHaveCount(0);
  }
});

test('a user who was added or renamed keeps the focus, and a toast confirms each change', async ({
  page,
}) => {
  const username = `knot-${unique()}`;
  const toast = page.locator('.toast');
  await openSignedIn(page, '/admin/users?edit=new');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('six or more');
  await page.getByLabel('Confirm password', { exact: true }).fill('six or more');
  await page.keyboard.press('Enter');
  const edit = page.getByRole('button', { name: `Edit ${username}`, exact: true });
  await expect(edit).toBeFocused();
  await edit.click();
  await page.locator('.user-edit').getByLabel('Username').fill(`${username}-2`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast).toContainText('User saved');
  await expect(page.getByRole('button', { name: `Edit ${username}-2` })).toBeFocused();
  await page.getByRole('button', { name: `Delete ${username}-2` }).click();
  await expect(toast).toContainText('User deleted');
});
