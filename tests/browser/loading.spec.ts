import { expect, ready, isolatedTest as test } from './site.ts';

/** Which files a page fetches, and when. */

test('a page has all styles of the site with it: going on fetches none', async ({ page }) => {
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

test('scripts and the manifest are fetched once the page is on the screen', async ({
  page,
  request,
}) => {
  expect(await (await request.get('/')).text()).not.toMatch(/rel="(manifest|modulepreload)"/);
  await page.goto('/');
  await ready(page);
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest');
  const [fetched, painted, patience] = await page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'));
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return [
      Math.min(...scripts.map(({ startTime }) => startTime)),
      paint?.startTime ?? 0,
      // Scripts wait at most a second for the first paint.
      (visit?.domContentLoadedEventStart ?? 0) + 1000,
    ] as const;
  });
  expect(painted).toBeGreaterThan(0);
  expect(fetched).toBeGreaterThanOrEqual(Math.min(painted, patience));
});

test('the rules come with the first focus', async ({ page }) => {
  await page.goto('/contact');
  await ready(page);
  const fetched = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/rules-/.test(name)),
    );
  expect(await fetched(), 'before anybody looks at the form').toBe(false);
  await page.getByLabel('Subject').focus();
  await expect.poll(fetched).toBe(true);
});

test('where the rules cannot be had, the server is asked', async ({ page, expectMessage }) => {
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
