import { contactDraft } from '../drafts.ts';
import { expect, hold, holdScripts, test, waitForHydration } from './site.ts';

/** Controls that are used before the page's scripts have loaded, or when the scripts cannot be loaded. */

test('menus open, the banner is dismissed and the theme is switched before the scripts arrive, and stay so', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await holdScripts(page);
  await page.goto('/contact', { waitUntil: 'commit' });
  const banner = page.getByRole('complementary', { name: 'Development notice' });
  await banner.getByRole('button', { name: 'Dismiss notice' }).click();
  await expect(banner).toBeHidden();
  const family = page.locator('#product-family');
  await page.getByRole('button', { name: 'Product family' }).click();
  await expect(family).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(family).toBeHidden();

  const menu = page.locator('#mobile-menu');
  const html = page.locator('html');
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('button', { name: /theme/ }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  release();
  await waitForHydration(page);
  await expect(menu, 'hydration leaves it open').toBeVisible();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await expect(banner).toBeHidden();
  await menu.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(menu.getByRole('button', { name: 'Switch to light theme' })).toBeVisible();
  await menu.getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL(/\/blog$/);
  await expect(menu).toBeHidden();
});

test('choices before the scripts arrive win over a stored draft', async ({ page }) => {
  await page.goto('/join-team');
  await waitForHydration(page);
  const answers = page.getByRole('radiogroup').last().getByRole('radio');
  await page.getByLabel('Full name').fill('Signe');
  await page.getByLabel('Role').selectOption({ index: 1 });
  await answers.nth(0).check();
  const stored = String(await page.getByLabel('Role').inputValue());
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage })))
    .toContain(stored);
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page.getByLabel('Role').selectOption({ index: 2 });
  await answers.nth(1).check();
  const chosen = await page.getByLabel('Role').inputValue();
  release();
  await waitForHydration(page);
  await expect(page.getByLabel('Full name'), 'the draft is there').toHaveValue('Signe');
  await expect(page.getByLabel('Role')).toHaveValue(chosen);
  await expect(answers.nth(1)).toBeChecked();
});

test('filters of /ideas and of home are chosen before the scripts arrive', async ({
  page,
  server,
}) => {
  await holdScripts(page);
  for (const [path, label, name, shown] of [
    ['/ideas?q=a', 'Status', 'Approved', '/ideas?q=a&status=approved'],
    ['/', 'Category', 'Tool', '/?category=Tool#projects'],
  ] as const) {
    await page.goto(path, { waitUntil: 'commit' });
    const filters = page.getByRole('group', { name: label });
    await filters.getByRole('link', { name }).click({ noWaitAfter: true });
    await expect(page).toHaveURL(server + shown);
    await expect(filters.locator('[aria-current]')).toHaveText(new RegExp(`^${name}`));
  }
});

test('a form says that it cannot be sent if a script or one of its imports cannot be loaded', async ({
  page,
  expectMessage,
}) => {
  for (const files of ['hydrate', 'framework', 'contact']) {
    const address = `**/assets/${files}-*.js`;
    const release = await hold(page, address, (route) => route.abort());
    await page.goto('/contact', { waitUntil: 'commit' });
    await page.getByLabel('Subject').fill(contactDraft.subject);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('The page is still loading.'), files).toBeVisible();
    release();
    const failure = page.getByRole('alert').filter({ hasText: 'This form cannot be sent' });
    await expect(failure, files).toBeFocused();
    await expect(page.getByText('The page is still loading.')).toBeHidden();
    await page.getByLabel('Name').press('Enter');
    await expect(failure).toBeFocused();
    await expect(page.getByLabel('Subject')).toHaveValue(contactDraft.subject);
    await expect(page).toHaveURL(/\/contact$/);
    await page.unroute(address);
  }
  expectMessage('net::ERR_FAILED', 'Failed to fetch dynamically imported module');
});
