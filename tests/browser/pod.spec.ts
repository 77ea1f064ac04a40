import { expect, expectAccessible, expectToFit, ready, test } from './site.ts';

/** The page of one pod. */

test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

test('a pod’s card leads to its page, which leads to its projects', async ({ page }) => {
  await page.goto('/');
  await ready(page);
  await page.locator('#pods').getByRole('link', { name: 'Bittern' }).click();
  await expect(page).toHaveURL(/\/pods\/bittern$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bittern');
  await expect(page.getByRole('progressbar', { name: 'Bittern progress' })).toBeVisible();
  await expect(page.locator('.facts')).toContainText(/\d+ members/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Imprint' }).click();
  await expect(page).toHaveURL(/\/project\/imprint$/);
  await page.locator('.lineage').getByRole('link', { name: 'Bittern' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bittern');
});

test('a pod that does not exist is not found', async ({ page, expectMessage }) => {
  expect((await page.goto('/pods/dodo'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pod Not Found');
  expectMessage('status of 404');
});

test('it fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/pods/bittern');
  await ready(page);
  await expectToFit(page);
});
