import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, ready, test, themes, useTheme } from './site.ts';
import { open } from './staff.ts';

async function axe(page: Page) {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
    }
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

for (const theme of themes) {
  for (const width of [1440, 390]) {
    test(`the staff area in ${theme} at ${width} px is accessible`, async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      await useTheme(page, theme);
      await page.goto('/admin/login');
      await ready(page);
      await axe(page);
      const addresses = [
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
      ];
      for (const address of addresses) {
        await open(page, `/admin${address}`);
        await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
        if (address.includes('edit')) await expect(page.getByRole('dialog')).toBeVisible();
        await axe(page);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          address,
        ).toBeLessThanOrEqual(0);
      }
    });
  }
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
