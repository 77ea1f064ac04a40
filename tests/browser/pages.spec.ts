import {
  expect,
  expectAccessible,
  expectToFit,
  facesAreHere,
  pages,
  ready,
  resize,
  storeTheme,
  test,
} from './site.ts';

// The content of other tests would change the heights of the cards.
test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

/** Each page is opened on a phone in the dark theme with all axe rules, and on a desktop in the light theme. */
const visits = [
  { width: 390, theme: 'dark', rules: 'all' },
  { width: 1440, theme: 'light', rules: 'colours' },
] as const;

for (const { path, title } of pages) {
  test(`${path} is complete, quiet, and fits; both themes are accessible`, async ({
    page,
    expectMessage,
  }) => {
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
    for (const { width, theme, rules } of visits) {
      await page.setViewportSize({ width, height: 900 });
      await storeTheme(page, theme);
      const response = await page.goto(path);
      expect(response?.status()).toBe(path === '/nowhere' ? 404 : 200);
      await ready(page);
      if (path === '/nowhere') expectMessage('status of 404');
      await expect(page).toHaveTitle(title);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page.locator('main')).toHaveCount(1);
      expect(asked.filter((address) => address.startsWith('/api/'))).toEqual([]);
      await expectToFit(page);

      // Does not use the mouse wheel, because its smooth scrolling would continue while axe measures.
      await page.evaluate(() => scrollTo({ top: 4000, behavior: 'instant' }));
      await facesAreHere(page);
      expect(await page.evaluate(() => (window as { shift?: number }).shift)).toBeLessThan(0.02);
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      // All pages have the same frame, so only the home page is checked with all axe rules on a desktop.
      await expectAccessible(page, path === '/' ? 'all' : rules);
    }
    // The widths of a small phone, a desktop at 200 % zoom, and a wide screen.
    for (const width of [320, 720, 1920]) {
      await resize(page, width, 800);
      await expectToFit(page);
    }
  });
}

test('on a phone the filter that has the focus is in view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/ideas');
  await ready(page);
  const filter = page.locator('.filter', { hasText: 'In Development' });
  await filter.scrollIntoViewIfNeeded();
  await page.locator('.filter').first().focus();
  while (!(await filter.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await expect(filter).toBeInViewport({ ratio: 1 });
});
