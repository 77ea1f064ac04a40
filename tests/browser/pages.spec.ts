import {
  expect,
  expectAccessible,
  expectNotFoundNotice,
  expectToFit,
  facesAreHere,
  pages,
  ready,
  switchTheme,
  test,
  themes,
  useTheme,
  widths,
} from './site.ts';

for (const { path, title } of pages) {
  for (const width of widths) {
    // Each page arrives in one theme on a desktop and in the other on a phone, and is looked at in both.
    const [first, second] = width === 390 ? themes : themes.toReversed();

    test(`${path} at ${width} px is complete, quiet and, in both themes, accessible`, async ({
      page,
      console: said,
    }) => {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await useTheme(page, first ?? 'dark');
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
      await expect(page.locator('html')).toHaveAttribute('data-theme', first ?? '');
      await expect(page.locator('h1')).toHaveCount(1);
      await expect(page.locator('main')).toHaveCount(1);
      expect(asked.filter((address) => address.startsWith('/api/'))).toEqual([]);
      await expectToFit(page);
      await expectAccessible(page);

      await page.mouse.wheel(0, 4000);
      await facesAreHere(page);
      expect(await page.evaluate(() => (window as { shift?: number }).shift)).toBeLessThan(0.02);

      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await switchTheme(page, second ?? 'light');
      await expectAccessible(page, 'colours');
    });
  }
}

for (const { path } of pages) {
  test(`${path} fits a small phone, 200 % zoom and a wide screen`, async ({
    page,
    console: said,
  }) => {
    await page.goto(path);
    if (path === '/nowhere') expectNotFoundNotice(said);
    for (const width of [320, 720, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expectToFit(page);
    }
  });
}

test('words longer than a phone is wide break', async ({ page, request }) => {
  const word = 'Donaudampfschifffahrt'.repeat(9);
  await request.post('/api/ideas', {
    data: {
      title: word,
      submitterName: word,
      problemStatement: `https://example.org/${word}`,
      proposedSolution: word,
      targetAudience: word,
      expectedImpact: word,
    },
  });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/ideas');
    await expect(page.getByRole('heading', { name: word })).toBeVisible();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
  }
});

for (const [path, name] of [
  ['/', 'Service'],
  ['/blog', 'Innovation'],
  ['/ideas', 'In Development'],
] as const) {
  test(`on a phone the filter of ${path} that has the focus is in view`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await ready(page);
    const filter = page.locator('.filter', { hasText: name });
    await filter.scrollIntoViewIfNeeded();
    await page.locator('.filter').first().focus();
    while (!(await filter.evaluate((element) => element === document.activeElement))) {
      await page.keyboard.press('Tab');
    }
    await expect(filter).toBeInViewport({ ratio: 1 });
  });
}
