import type { Page } from '@playwright/test';
import { ideaDraft } from '../drafts.ts';
import {
  expect,
  expectAccessible,
  expectToFit,
  isolatedTest,
  ready,
  storeTheme,
  switchTheme,
  test,
} from './site.ts';
import { open } from './staff.ts';

/** The buttons "I have this too" and "I can help" on the page of an idea. */

async function openIdea(page: Page, title: string): Promise<string> {
  const response = await page.request.post('/api/ideas', { data: { ...ideaDraft, title } });
  const { id } = await response.json();
  await page.goto(`/ideas/x-${id}`);
  await ready(page);
  return id;
}

const presses = (page: Page) => page.getByRole('region', { name: 'Is it your wish too?' });
const button = (page: Page, name: string) => presses(page).getByRole('button', { name });

test('a press counts once, survives a reload, and is taken back', async ({ page }) => {
  const id = await openIdea(page, 'Pressed once');
  const meToo = button(page, 'I have this too');
  await expect(meToo).toHaveAttribute('aria-pressed', 'false');
  await meToo.press('Enter');
  await expect(meToo).toHaveAttribute('aria-pressed', 'true');
  await expect(presses(page)).toContainText('One person has this too.');
  await page.reload();
  await ready(page);
  await expect(meToo).toHaveAttribute('aria-pressed', 'true');
  await expect(presses(page)).toContainText('One person has this too.');
  await meToo.click();
  await expect(meToo).toHaveAttribute('aria-pressed', 'false');
  await expect(presses(page)).not.toContainText('One person');
  expect(await (await page.request.get(`/api/presses/${id}`)).json()).toEqual({
    meToo: 0,
    canHelp: 0,
    canFollow: false,
  });
});

test('who can help may leave an address, which staff alone see', async ({ page }) => {
  const id = await openIdea(page, 'Needs a hand');
  await button(page, 'I can help').click();
  const dialog = page.getByRole('dialog', { name: 'How can we reach you?' });
  await expect(dialog).toBeVisible();
  await expect(presses(page)).toContainText('One person can help.');
  await expectAccessible(page);
  await dialog.getByLabel('Your name').fill('Marisol E.');
  await dialog.getByLabel('E-mail').fill('nowhere');
  await dialog.getByRole('button', { name: 'Send to the lab' }).click();
  await expect(dialog).toContainText('Write the address like name@example.com.');
  await dialog.getByLabel('E-mail').fill('marisol@example.org');
  await dialog.getByRole('button', { name: 'Send to the lab' }).click();
  await expect(page.locator('.toast')).toContainText('Thank you!');
  await expect(dialog).toBeHidden();
  await expect(button(page, 'I can help')).toBeFocused();
  await page.reload();
  await expect(page.locator('body')).not.toContainText('marisol');

  await open(page, `/admin/ideas?open=${id}`);
  const helpers = page.getByRole('dialog').getByRole('list', { name: 'Who can help, private' });
  await expect(helpers).toContainText('Marisol E.');
  await expect(helpers.getByRole('link')).toHaveAttribute('href', 'mailto:marisol@example.org');
  await expectAccessible(page);
});

test('a press that fails is not shown as pressed', async ({ page, expectMessage }) => {
  await openIdea(page, 'Fails');
  await page.route('**/api/presses/*', (route) => route.fulfill({ status: 429, body: '{}' }));
  await button(page, 'I have this too').click();
  await expect(page.locator('.toast')).toContainText('Too many presses');
  await expect(button(page, 'I have this too')).toHaveAttribute('aria-pressed', 'false');
  expectMessage('status of 429');
});

test('it fits a phone and is accessible in both themes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await storeTheme(page, 'dark');
  await openIdea(page, 'On a phone');
  await button(page, 'I have this too').click();
  await expect(presses(page)).toContainText('One person has this too.');
  await expectToFit(page);
  await expectAccessible(page);
  await switchTheme(page, 'light');
  await expectAccessible(page, 'colours');
});

isolatedTest('without scripts the counts are there, and no button', async ({ browser, server }) => {
  const data = { ...ideaDraft, title: 'Without scripts' };
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server });
  const page = await context.newPage();
  const { id } = await (await page.request.post('/api/ideas', { data })).json();
  await page.request.put(`/api/presses/${id}`, {
    data: { kind: 'me-too', browser: 'a'.repeat(40), isPressed: true },
  });
  await page.goto(`/ideas/x-${id}`);
  await expect(page.locator('.presses')).toContainText('One person has this too.');
  await expect(page.locator('.presses button').first()).toBeHidden();
  await context.close();
});
