import type { Page } from '@playwright/test';
import { ideaDraft } from '../drafts.ts';
import {
  expect,
  expectAccessible,
  expectFineInBothThemes,
  isolatedTest,
  test,
  waitForHydration,
} from './site.ts';
import { token } from './staff.ts';

/** The buttons "I have this too" and "I can help" on the page of an idea. */

async function openIdea(page: Page, title: string): Promise<string> {
  const response = await page.request.post('/api/ideas', { data: { ...ideaDraft, title } });
  const { id } = await response.json();
  await page.goto(`/ideas/x-${id}`);
  await waitForHydration(page);
  return id;
}

const presses = (page: Page) => page.getByRole('region', { name: 'Is it your wish too?' });
const button = (page: Page, name: string) => presses(page).getByRole('button', { name });

test('a failed press is not shown; a press counts once and can be undone; only staff see who can help', async ({
  page,
  expectMessage,
}) => {
  const id = await openIdea(page, 'Pressed once');
  const meToo = button(page, 'I have this too');
  await expect(meToo).toHaveAttribute('aria-pressed', 'false');
  await page.route('**/api/presses/*', (route) => route.fulfill({ status: 429, body: '{}' }), {
    times: 1,
  });
  await meToo.click();
  await expect(page.locator('.toast')).toContainText('Too many presses');
  await expect(meToo).toHaveAttribute('aria-pressed', 'false');
  expectMessage('status of 429');

  await meToo.press('Enter');
  await expect(meToo).toHaveAttribute('aria-pressed', 'true');
  await expect(presses(page)).toContainText('One person has this too.');
  await page.reload();
  await waitForHydration(page);
  await expect(meToo).toHaveAttribute('aria-pressed', 'true');
  await expect(presses(page)).toContainText('One person has this too.');
  await expectFineInBothThemes(page);
  await meToo.click();
  await expect(meToo).toHaveAttribute('aria-pressed', 'false');
  await expect(presses(page)).not.toContainText('One person');
  expect(await (await page.request.get(`/api/presses/${id}`)).json()).toEqual({
    meToo: 0,
    canHelp: 0,
    canFollow: false,
  });

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
  await expect(page.locator('.toast', { hasText: 'Thank you!' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(button(page, 'I can help')).toBeFocused();
  expect(await (await page.request.get(`/ideas/x-${id}`)).text()).not.toContain('marisol');
  const forStaff = await page.request.get(`/api/admin/ideas/${id}/presses`, {
    headers: { Authorization: `Bearer ${await token(page.request)}` },
  });
  expect((await forStaff.json()).helpers).toMatchObject([
    { name: 'Marisol E.', email: 'marisol@example.org' },
  ]);
});

isolatedTest.describe('without scripts', () => {
  isolatedTest.use({ javaScriptEnabled: false });

  isolatedTest('an idea shows its counts and no buttons', async ({ page, request }) => {
    const data = { ...ideaDraft, title: 'Without scripts' };
    const { id } = await (await request.post('/api/ideas', { data })).json();
    await request.put(`/api/presses/${id}`, {
      data: { kind: 'me-too', browser: 'a'.repeat(40), isPressed: true },
    });
    await page.goto(`/ideas/x-${id}`);
    await expect(page.locator('.presses')).toContainText('One person has this too.');
    await expect(page.locator('.presses button').first()).toBeHidden();
  });
});
