import { contactDraft } from '../drafts.ts';
import { expect, hold, holdScripts, ready, isolatedTest as test } from './site.ts';

/** Controls that are used before the page's scripts have loaded, or when the scripts cannot be loaded. */

test('menus open before the scripts arrive, and close once they have', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await holdScripts(page);
  await page.goto('/contact', { waitUntil: 'commit' });
  const family = page.locator('#product-family');
  await page.getByRole('button', { name: 'Product family' }).click();
  await expect(family).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(family).toBeHidden();

  const menu = page.locator('#mobile-menu');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu.getByRole('link', { name: 'Blog' })).toBeVisible();
  release();
  await ready(page);
  await expect(menu, 'hydration leaves it open').toBeVisible();
  await menu.getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL(/\/blog$/);
  await expect(menu).toBeHidden();
});

test('the theme is switched and the banner dismissed before the scripts arrive', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('header .theme-toggle').first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const banner = page.getByRole('complementary', { name: 'Development notice' });
  await banner.getByRole('button', { name: 'Dismiss notice' }).click();
  await expect(banner).toBeHidden();
  release();
  await ready(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(banner).toBeHidden();
  await page.getByRole('button', { name: 'Switch to dark theme' }).first().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: 'Switch to light theme' }).first()).toBeVisible();
});

test('a choice before the scripts arrive wins over a stored draft', async ({ page }) => {
  await page.goto('/contact');
  await ready(page);
  const topics = page.getByRole('radiogroup').getByRole('radio');
  const second = String(await topics.nth(1).getAttribute('value'));
  await page.getByLabel('Name').fill('Signe');
  await topics.nth(1).check();
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage })))
    .toContain(second);
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await topics.nth(2).check();
  release();
  await ready(page);
  await expect(page.getByLabel('Name'), 'the draft is there').toHaveValue('Signe');
  await expect(topics.nth(2)).toBeChecked();
});

test('a list chosen before the scripts arrive wins over a stored draft', async ({ page }) => {
  await page.goto('/join-team');
  await ready(page);
  await page.getByLabel('Full name').fill('Signe');
  await page.getByLabel('Role').selectOption({ index: 1 });
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page.getByLabel('Role').selectOption({ index: 2 });
  const chosen = await page.getByLabel('Role').inputValue();
  release();
  await ready(page);
  await expect(page.getByLabel('Full name'), 'the draft is there').toHaveValue('Signe');
  await expect(page.getByLabel('Role')).toHaveValue(chosen);
});

for (const [path, label, name, shown] of [
  ['/ideas?q=a', 'Status', 'Approved', '/ideas?q=a&status=approved'],
  ['/', 'Category', 'Tool', '/?category=Tool#projects'],
] as const) {
  test(`a filter of ${path} is chosen before the scripts arrive`, async ({ page, server }) => {
    await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    const filters = page.getByRole('group', { name: label });
    await filters.getByRole('link', { name }).click({ noWaitAfter: true });
    await expect(page).toHaveURL(server + shown);
    await expect(filters.locator('[aria-current]')).toHaveText(new RegExp(`^${name}`));
  });
}

for (const [what, files] of [
  ['the first script', '**/assets/hydrate-*.js'],
  ['a script that it imports', '**/assets/framework-*.js'],
  ["the page's own script", '**/assets/contact-*.js'],
] as const) {
  test(`without ${what} a form says that it cannot be sent`, async ({ page, expectMessage }) => {
    const release = await hold(page, files, (route) => route.abort());
    await page.goto('/contact', { waitUntil: 'commit' });
    await page.getByLabel('Subject').fill(contactDraft.subject);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('The page is still loading.')).toBeVisible();
    release();
    const failure = page.getByRole('alert').filter({ hasText: 'This form cannot be sent' });
    await expect(failure).toBeFocused();
    await expect(page.getByText('The page is still loading.')).toBeHidden();
    await page.getByLabel('Name').press('Enter');
    await expect(failure).toBeFocused();
    await expect(page.getByLabel('Subject')).toHaveValue(contactDraft.subject);
    await expect(page).toHaveURL(/\/contact$/);
    expectMessage('net::ERR_FAILED');
    if (files.includes('contact')) expectMessage('Failed to fetch dynamically imported module');
  });
}
