import { expect, expectAccessible, expectToFit, ready, switchTheme, test, widths } from './site.ts';
import { open } from './staff.ts';

for (const address of [
  '/login',
  '',
  '/pods',
  '/apps',
  '/blogs',
  '/applications',
  '/ideas',
  '/contacts',
  '/settings',
  '/users',
  '/pods?edit=new',
]) {
  test(`/admin${address} fits and is accessible, in both themes and widths`, async ({ page }) => {
    if (address === '/login') {
      await page.goto('/admin/login');
      await ready(page);
    } else {
      await open(page, `/admin${address}`);
      await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
    }
    if (address.includes('edit')) await expect(page.getByRole('dialog')).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expectToFit(page);
      await switchTheme(page, 'dark');
      await expectAccessible(page);
      await switchTheme(page, 'light');
      await expectAccessible(page, 'colours');
    }
    // 1280 px at 400 %.
    await page.setViewportSize({ width: 320, height: 900 });
    await expectToFit(page);
  });
}

test('on a phone the sidebar is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/admin');
  const nav = page.getByRole('navigation', { name: 'Staff area' });
  await expect(nav).toBeHidden();
  await page.getByRole('button', { name: 'Open sidebar' }).click();
  await nav.getByRole('link', { name: 'Ideas' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ideas');
  await expect(nav).toBeHidden();
});

test('a page of the staff area starts at its top, and on return where one was', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await open(page, '/admin/pods');
  await expect(page.locator('.admin-card').first()).toBeVisible();
  await page.getByRole('link', { name: 'Ideas' }).click();
  await expect(page.locator('.entry').first()).toBeVisible();
  await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }));
  await expect.poll(() => page.evaluate(() => history.state?.top)).toBe(700);
  await page.getByRole('link', { name: 'Pods', exact: true }).click();
  await expect(page.locator('.admin-card').first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ideas');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
});
