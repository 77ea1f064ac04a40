import { expect, hold, test, waitForHydration } from './site.ts';

/** The page of one pod. */

test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

test('a pod card leads to its page and projects; a project shows that it loads, and what went wrong', async ({
  page,
  request,
  expectMessage,
}) => {
  const home = await (await request.get('/')).text();
  const pods = home.slice(home.indexOf('id="pods"'));
  expect(pods).toMatch(/<a [^>]*href="\/pods\/bittern"[^>]*>Bittern</);
  await page.goto('/pods/bittern');
  await waitForHydration(page);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Bittern');
  await expect(page.getByRole('progressbar', { name: 'Bittern progress' })).toBeVisible();
  await expect(page.locator('.facts')).toContainText(/\d+ members/);

  const api = '**/api/apps/imprint';
  const release = await hold(page, api, (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.getByRole('link', { name: 'Imprint' }).click();
  await expect(page).toHaveURL(/\/project\/imprint$/);
  await expect(page.getByText('Loading', { exact: true })).toBeVisible();
  release();
  await expect(page.getByText('Failed to load Fledge data. Please try again.')).toBeVisible();
  expectMessage('status of 500', '500: no');
  await page.unroute(api);

  await page.goBack();
  await page.getByRole('link', { name: 'Imprint' }).click();
  await expect(heading).toHaveText('Imprint');
  await page.locator('.lineage').getByRole('link', { name: 'Bittern' }).click();
  await expect(heading).toHaveText('Bittern');
});
