import { expect, ready, isolatedTest as test } from './site.ts';

/** Tests which files a page fetches, and when. */

test('all styles are inline: neither a page nor a navigation fetches a style sheet', async ({
  page,
}) => {
  const sheets: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') sheets.push(request.url());
  });
  await page.goto('/contact');
  await ready(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog', exact: true }).click();
  await expect(page.locator('.grid3').first()).toHaveCSS('display', 'grid');
  expect(sheets).toEqual([]);
});

test('scripts and the manifest are fetched after the first paint', async ({ page, request }) => {
  expect(await (await request.get('/')).text()).not.toMatch(/rel="(manifest|modulepreload)"/);
  await page.goto('/');
  await ready(page);
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest');
  const [firstScript, painted, latestStart] = await page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'));
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const [navigation] = performance.getEntriesByType(
      'navigation',
    ) as PerformanceNavigationTiming[];
    return [
      Math.min(...scripts.map(({ startTime }) => startTime)),
      paint?.startTime ?? 0,
      // `loadScriptsAfterPaint` in web/head-script.ts waits at most a second for the first paint.
      (navigation?.domContentLoadedEventStart ?? 0) + 1000,
    ] as const;
  });
  expect(painted).toBeGreaterThan(0);
  expect(firstScript).toBeGreaterThanOrEqual(Math.min(painted, latestStart));
});

test('the code that validates a form is loaded with the first focus', async ({ page }) => {
  await page.goto('/contact');
  await ready(page);
  const isLoaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/rules-/.test(name)),
    );
  expect(await isLoaded(), 'before the first focus').toBe(false);
  await page.getByLabel('Subject').focus();
  await expect.poll(isLoaded).toBe(true);
});

test('if the code that validates cannot be loaded, the server validates', async ({
  page,
  expectMessage,
}) => {
  await page.route('**/assets/rules-*.js', (route) => route.abort());
  await page.goto('/contact');
  await ready(page);
  await page.getByLabel('Subject').fill('A question');
  await page.getByRole('button', { name: 'Send message' }).click();
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText(['Message', 'Name', 'E-mail']);
  await expect(page.getByLabel('Subject')).toHaveValue('A question');
  expectMessage('net::ERR_FAILED', 'status of 422');
});
