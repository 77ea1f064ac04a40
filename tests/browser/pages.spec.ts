import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import {
  expect,
  expectNotFoundNotice,
  pages,
  ready,
  test,
  themes,
  useTheme,
  widths,
} from './site.ts';

/** Colours are measured where they come to rest; the pulse of an active pod never does. */
const finishAnimations = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
    }
  });

for (const { path, title } of pages) {
  for (const theme of themes) {
    for (const width of widths) {
      test(`${path} in ${theme} at ${width} px is complete, quiet and accessible`, async ({
        page,
        console: said,
      }) => {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        await useTheme(page, theme);
        await page.addInitScript(() => {
          const seen = window as { shift?: number };
          seen.shift = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
              const { value, hadRecentInput } = entry as unknown as {
                value: number;
                hadRecentInput: boolean;
              };
              if (!hadRecentInput) seen.shift = (seen.shift ?? 0) + value;
            }
          }).observe({ type: 'layout-shift', buffered: true });
        });
        const asked: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        const response = await page.goto(path);
        expect(response?.status()).toBe(path === '/nowhere' ? 404 : 200);
        await ready(page);
        if (path === '/nowhere') expectNotFoundNotice(said);

        await expect(page).toHaveTitle(title);
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        await expect(page.locator('h1')).toHaveCount(1);
        await expect(page.locator('main')).toHaveCount(1);
        expect(asked.filter((address) => address.startsWith('/api/'))).toEqual([]);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          'nothing is wider than the screen',
        ).toBeLessThanOrEqual(0);

        await finishAnimations(page);
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);

        await page.mouse.wheel(0, 4000);
        await page.waitForFunction(() => document.fonts.status === 'loaded');
        expect(await page.evaluate(() => (window as { shift?: number }).shift)).toBeLessThan(0.02);
      });
    }
  }
}

for (const { path } of pages) {
  for (const width of [320, 720, 1920]) {
    test(`${path} fits ${width} px: a phone, 200 % zoom, a wide screen`, async ({
      page,
      console: said,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      if (path === '/nowhere') expectNotFoundNotice(said);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    });
  }
}
