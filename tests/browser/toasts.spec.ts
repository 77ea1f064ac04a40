import type { Locator, Page } from '@playwright/test';
import { contactDraft, ideaDraft, podDraft } from '../drafts.ts';
import { expect, resize, test, waitForHydration } from './site.ts';
import { create, openSignedIn, unique } from './staff.ts';

async function fillContact(page: Page) {
  for (const [label, text] of [
    ['Subject', contactDraft.subject],
    ['Message', contactDraft.message],
    ['Name', contactDraft.name],
    ['E-mail', contactDraft.email],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
}

/** Presses F8 until the toasts have the focus: a toast is visible shortly before it listens to the key. */
const focusToasts = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('F8');
    await expect(page.locator('.toasts')).toBeFocused({ timeout: 500 });
  }).toPass();

/** Asserts that the whole toast is on the screen, and that nothing covers the controls. */
async function expectClear(...controls: Locator[]) {
  // The `blur` event keeps the toast open: toasts do not close while their window is in the background.
  await controls[0]?.evaluate(() => dispatchEvent(new Event('blur')));
  await expect(async () => {
    for (const control of controls) {
      const state = await control.evaluate((element) => {
        const toast = document.querySelector('.toasts[style] .toast')?.getBoundingClientRect();
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return {
          isShown: toast !== undefined && toast.top >= 0 && toast.bottom <= innerHeight,
          isClear:
            element.contains(hit) &&
            (!toast ||
              left >= toast.right ||
              right <= toast.left ||
              top >= toast.bottom ||
              bottom <= toast.top),
        };
      });
      expect(state, String(control)).toEqual({ isShown: true, isClear: true });
    }
  }).toPass();
}

const widths = [1440, 768, 390];

test('a toast closes after 5 s, by swipe or by its button; F8 focuses it; it covers no submit button', async ({
  page,
  expectMessage,
}) => {
  await page.goto('/contact');
  await waitForHydration(page);
  await fillContact(page);
  await page.route('**/api/contact', (route) => route.fulfill({ status: 500, body: 'no' }));
  const toast = page.locator('.toast');
  const send = page.getByRole('button', { name: 'Send message' });
  const fail = async () => {
    await send.click();
    await expect(toast).toHaveCount(1);
    await expect(toast).toBeVisible();
  };
  await fail();
  await fail();
  await expect(toast, 'one at a time').toHaveCount(1);
  const shownAt = Date.now();
  await page.mouse.move(5, 5);
  await expect(toast).toBeHidden({ timeout: 12_000 });
  expect(Date.now() - shownAt).toBeGreaterThan(3500);

  await fail();
  await focusToasts(page);
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

  for (const width of widths) {
    await resize(page, width, 844);
    // At the bottom of the screen the button is where a toast is shown by default.
    for (const block of width === 390 ? (['end', 'start', 'center'] as const) : ['end' as const]) {
      const scroll = () =>
        send.evaluate((button, at) => button.scrollIntoView({ block: at }), block);
      await scroll();
      await send.click();
      await expect(toast).toContainText('Submission Failed');
      // The message above the button may have moved the button.
      await scroll();
      await expectClear(send);
    }
  }
  expectMessage('status of 500');
});

test('a toast covers no button of an editor at any width; Escape closes it alone and restores the focus', async ({
  page,
  request,
  expectMessage,
}) => {
  const pod = await create(request, 'pods', { ...podDraft, name: `Dotterel ${unique()}` });
  await openSignedIn(page, `/admin/pods?edit=${pod.id}`);
  await page.route('**/api/admin/pods/*', (route) => route.abort());
  const dialog = page.getByRole('dialog');
  const toast = dialog.locator('.toast');
  const name = dialog.getByLabel('Name');
  const save = dialog.getByRole('button', { name: 'Save' });
  for (const width of widths) {
    await resize(page, width, 844);
    await name.fill(`Dotterel at ${width}`);
    await save.click();
    await expect(toast).toContainText('Failed to update pod');
    await expectClear(save, dialog.getByRole('button', { name: 'Cancel' }));
  }
  await name.focus();
  await focusToasts(page);
  await page.keyboard.press('Escape');
  await expect(toast).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await expect(name).toBeFocused();
  expectMessage('net::ERR_FAILED');
});

test('a toast covers no control of the review sheet, so the next decision is one click away', async ({
  page,
  request,
}) => {
  const title = `Whimbrel ${unique()}`;
  const { id } = await (await request.post('/api/ideas', { data: { ...ideaDraft, title } })).json();
  await openSignedIn(page, `/admin/ideas?q=${title}&open=${id}`);
  const sheet = page.getByRole('dialog', { name: title });
  const save = sheet.getByRole('button', { name: 'Save status' });
  const statuses = ['Under Review', 'Approved', 'In Development'];
  for (const [nth, width] of widths.entries()) {
    await resize(page, width, 844);
    const status = statuses[nth] ?? '';
    await sheet.getByLabel('Status').selectOption({ label: status });
    await save.click({ timeout: 4000 });
    await expect(sheet.locator('.badge').first()).toHaveText(status);
    await expect(page.locator('.toast')).toContainText('Status saved');
    const names = ['Save status', 'Cancel', 'Delete', 'Next', 'Close'];
    await expectClear(
      ...names.map((name) => sheet.getByRole('button', { name })),
      sheet.getByLabel('Notes'),
    );
  }
});

test('if the code of toasts cannot be loaded, a failure still shows in the sheet for some seconds', async ({
  page,
  request,
  expectMessage,
}) => {
  await page.route('**/assets/toaster-*.js', (route) => route.abort());
  const title = `Godwit ${unique()}`;
  const { id } = await (await request.post('/api/ideas', { data: { ...ideaDraft, title } })).json();
  await openSignedIn(page, `/admin/ideas?q=${title}&open=${id}`);
  const sheet = page.getByRole('dialog', { name: title });
  await page.route('**/api/admin/ideas/*/status', (route) => route.abort());
  await sheet.getByLabel('Notes').fill('Do not lose this.');
  await sheet.getByRole('button', { name: 'Save status' }).click();
  await expect(sheet.locator('.toast')).toContainText('Failed to update status');
  await expect(sheet.locator('.toast')).toHaveCount(0);
  await expect(sheet.getByLabel('Notes')).toHaveValue('Do not lose this.');
  expectMessage('net::ERR_FAILED', 'Failed to fetch dynamically imported module');
});
