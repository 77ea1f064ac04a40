import { contactDraft } from '../drafts.ts';
import { contact } from './form-cases.ts';
import { expect, hold, isolatedTest as test, waitForHydration } from './site.ts';
import { openSignedIn } from './staff.ts';

/** Tests which files a page fetches, and when. */

test('scripts and the manifest load after the first paint, validation code on first focus, style sheets never', async ({
  page,
  request,
}) => {
  for (const path of ['/', '/contact']) {
    expect(await (await request.get(path)).text()).not.toMatch(/rel="(manifest|modulepreload)"/);
  }
  const sheets: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') sheets.push(request.url());
  });
  await page.goto('/contact');
  await waitForHydration(page);
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

  const isLoaded = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/rules-/.test(name)),
    );
  expect(await isLoaded(), 'before the first focus').toBe(false);
  await page.getByLabel('Subject').focus();
  await expect.poll(isLoaded).toBe(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog', exact: true }).click();
  await expect(page.locator('.grid3').first()).toHaveCSS('display', 'grid');
  expect(sheets).toEqual([]);
});

test('without validation code the server validates; sending while offline keeps the form and says so', async ({
  page,
  context,
  expectMessage,
}) => {
  await page.route('**/assets/rules-*.js', (route) => route.abort());
  await page.goto('/contact');
  await waitForHydration(page);
  const subject = page.getByLabel('Subject');
  const send = page.getByRole('button', { name: 'Send message' });
  await subject.fill(contactDraft.subject);
  await send.click();
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText(['Message', 'Name', 'E-mail']);
  await expect(subject).toHaveValue(contactDraft.subject);
  expectMessage('net::ERR_FAILED', 'status of 422');

  await context.setOffline(true);
  await contact.fill(page);
  await send.click();
  await expect(page.locator('.toast')).toContainText('Submission Failed');
  await expect(subject).toHaveValue(contactDraft.subject);
  expectMessage('net::ERR_INTERNET_DISCONNECTED');
  await context.setOffline(false);
  await send.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message Sent!');
});

test('a staff page fetches its code during the session check, and then all of its data at once', async ({
  page,
}) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  const count = (path: string | RegExp) => paths.filter((each) => each.match(path)).length;

  const endCheck = await hold(page, '**/api/admin/blogs');
  await openSignedIn(page, '/admin/ideas');
  await expect.poll(() => count(/\/ideas-[\w-]+\.js$/)).toBe(1);

  const sendList = await hold(page, '**/api/admin/ideas?*');
  endCheck();
  await expect.poll(() => count('/api/admin/quarantine')).toBe(1);
  await expect.poll(() => count('/api/admin/trash')).toBe(1);
  sendList();
  // The entries of the quarantine, above the list, are collapsed.
  await expect(page.locator('.list .entry').first()).toBeVisible();
  expect(count('/api/admin/waiting')).toBe(1);

  const sendPods = await hold(page, '**/api/pods');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect.poll(() => count('/api/blogs')).toBe(1);
  await expect.poll(() => count('/api/apps')).toBe(1);
  sendPods();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expect.poll(() => count('/api/admin/waiting')).toBe(2);

  // A page load empties the cache, which has the data of the dashboard.
  const sendManuscripts = await hold(page, '**/api/admin/manuscripts');
  await page.goto('/admin/blogs');
  await expect.poll(() => count('/api/admin/manuscripts')).toBe(1);
  await expect.poll(() => count('/api/blogs')).toBe(2);
  sendManuscripts();
  await expect(page.locator('.admin-card').first()).toBeVisible();

  const [idea] = await (await page.request.get('/api/ideas')).json();
  const sendIdea = await hold(page, `**/api/admin/ideas/${idea.id}`);
  await page.goto(`/admin/apps?edit=new&idea=${idea.id}`);
  await expect.poll(() => count(`/api/admin/ideas/${idea.id}$`)).toBe(1);
  await expect.poll(() => count(`/api/admin/connections/ideas/${idea.id}`)).toBe(1);
  const dialog = page.getByRole('dialog', { name: 'Add app' });
  await expect(dialog).toContainText('Loading');
  sendIdea();
  await expect(dialog.getByLabel('Name')).toHaveValue(idea.title);
});
