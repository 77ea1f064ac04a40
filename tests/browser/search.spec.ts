import type { Page } from '@playwright/test';
import { ideaDraft } from '../drafts.ts';
import {
  expect,
  expectAccessible,
  expectToFit,
  hold,
  holdScripts,
  isolatedTest,
  ready,
  resize,
  storeTheme,
  test,
} from './site.ts';
import { open, unique } from './staff.ts';

/** The search over the whole site, as a visitor uses it. */

const field = (page: Page) => page.getByRole('searchbox', { name: /^Search ideas/ });
const titles = (page: Page) => page.locator('.found-title');

test.describe('on the demo content', () => {
  test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

  test('by keyboard: a key opens it, arrows lead through the results, Enter opens one', async ({
    page,
  }) => {
    await page.goto('/');
    await ready(page);
    await page.keyboard.press('/');
    await expect(page).toHaveURL(/\/search$/);
    await expect(field(page)).toBeFocused();
    await expect(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible();
    await page.keyboard.type('model');
    await expect(page.locator('.found h2')).toHaveText(['Ideas', 'Projects', 'Pods', 'Posts']);
    await expect(page.getByRole('status').first()).toHaveText(/^\d+ results$/);
    expect(new Set(await page.locator('.found mark').allTextContents())).toEqual(
      new Set(['model']),
    );
    await expect(page).toHaveURL(/\/search\?q=model$/);
    await expect(page).toHaveTitle('“model” · Search · Fledge');

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const second = titles(page).nth(1).getByRole('link');
    await expect(second).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Results' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    const name = (await titles(page).first().textContent()) ?? '';
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await page.goBack();
    await expect(field(page)).toHaveValue('model');
    await expect(
      titles(page).first().getByRole('link'),
      'the link that was followed',
    ).toBeFocused();
  });

  for (const key of ['Control+k', 'Meta+k']) {
    test(`${key} opens it, and selects the text on its own page`, async ({ page }) => {
      await page.goto('/workflow');
      await ready(page);
      await page.keyboard.press(key);
      await expect(page).toHaveURL(/\/search$/);
      await field(page).fill('model');
      await titles(page).first().getByRole('link').focus();
      await page.keyboard.press(key);
      await expect(field(page)).toBeFocused();
      await page.keyboard.type('river');
      await expect(field(page)).toHaveValue('river');
    });
  }

  test('the keys do nothing while somebody types', async ({ page }) => {
    await page.goto('/contact');
    await ready(page);
    await page.getByLabel('Subject').fill('either');
    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    await page.getByLabel('Message').focus();
    await page.keyboard.press('/');
    await expect(page.getByLabel('Subject')).toHaveValue('either/');
    await expect(page.getByLabel('Message')).toHaveValue('/');
    await expect(page).toHaveURL(/\/contact$/);
  });

  test('one kind is shown at length, by a filter and by the link below a group', async ({
    page,
  }) => {
    await page.goto('/search?q=model');
    await ready(page);
    await page.getByRole('link', { name: /^Show \d+ posts$/ }).click();
    await expect(page.locator('.found h2')).toHaveText(['Posts']);
    await expect(page.getByRole('region', { name: 'Results' })).toBeFocused();
    await expect(page).toHaveURL(/\/search\?q=model&in=posts$/);
    await page.getByRole('group', { name: 'Kind' }).getByRole('link', { name: 'Pods' }).click();
    await expect(page.locator('.found h2')).toHaveText(['Pods']);
    await field(page).fill('chart you can hear');
    await expect(page.getByText('Nothing of this kind matches.')).toBeVisible();
  });

  test('a search that cannot be made says why', async ({ page }) => {
    await page.goto('/search?q=x');
    await ready(page);
    await expect(page.getByRole('heading', { name: 'One more character' })).toBeVisible();
    await field(page).fill('zzzz');
    await expect(page.getByRole('heading', { name: 'Nothing found for “zzzz”' })).toBeVisible();
    await field(page).fill('x'.repeat(101));
    await expect(page.getByRole('heading', { name: 'This search is too long' })).toBeVisible();
    const response = await page.goto(`/search?q=${'x'.repeat(101)}`);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { name: 'This search is too long' })).toBeVisible();
  });

  test('a search that fails can be tried again', async ({ page, expectMessage }) => {
    await page.goto('/search?q=model');
    await ready(page);
    let isAway = true;
    await page.route('**/api/search?*', (route) =>
      isAway ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
    );
    await field(page).fill('river');
    const alert = page.getByRole('alert').filter({ hasText: 'The search did not answer' });
    await expect(alert).toBeVisible();
    expectMessage('status of 503');
    isAway = false;
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.locator('.found mark').first()).toHaveText('river', { ignoreCase: true });
  });

  test('results fit and are accessible in both themes', async ({ page }) => {
    for (const [width, theme, rules] of [
      [390, 'dark', 'all'],
      [1440, 'light', 'all'],
      [390, 'light', 'colours'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await storeTheme(page, theme);
      await page.goto('/search?q=model');
      await ready(page);
      await expectToFit(page);
      await expectAccessible(page, rules);
    }
    // The bar has the most in it just above the width at which it becomes a menu.
    await resize(page, 961);
    await expectToFit(page);
  });

  test('on a phone the menu has a box to search, and the ways to ideas and workflow', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/contact');
    await ready(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.locator('#mobile-menu');
    await expectAccessible(page);
    await expect(menu.getByRole('link', { name: 'Community ideas' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'How the lab works' })).toBeVisible();
    await menu.getByRole('searchbox', { name: 'Search' }).fill('model');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=model$/);
    await expect(titles(page).first()).toBeVisible();
  });

  test('home leads to the ideas and to how the lab works', async ({ page }) => {
    await page.goto('/');
    const join = page.locator('#join');
    await expect(join.getByRole('link', { name: 'Ideas so far' })).toHaveAttribute(
      'href',
      '/ideas',
    );
    await join.getByRole('link', { name: 'How the lab works' }).click();
    await expect(page).toHaveURL(/\/workflow$/);
  });
});

isolatedTest.describe('without scripts', () => {
  isolatedTest.use({ javaScriptEnabled: false });

  isolatedTest('it is a page with a form', async ({ page }) => {
    await page.goto('/');
    await page.locator('header').getByRole('link', { name: 'Search' }).click();
    await expect(field(page)).toBeFocused();
    await field(page).fill('MODEL');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/search\?q=MODEL$/);
    await expect(page.locator('.found h2')).toHaveText(['Ideas', 'Projects', 'Pods', 'Posts']);
    await page.getByRole('link', { name: /^Show \d+ posts$/ }).click();
    await expect(page.locator('.found h2')).toHaveText(['Posts']);
    await titles(page).first().getByRole('link').click();
    await expect(page).toHaveURL(/\/blog\//);
  });
});

isolatedTest('the box in the menu works before the scripts arrive', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('#mobile-menu').getByRole('searchbox').fill('model');
  await page.keyboard.press('Enter');
  await expect(page.locator('.found h2').first()).toHaveText('Ideas');
});

test('long, right-to-left and hostile texts are shown as they are, and fit', async ({
  page,
  request,
}) => {
  const word = `harbour${unique()}`;
  const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(5);
  const bold = `İstanbul ${word.toUpperCase()} <b>bold</b>`;
  for (const title of [long, `فكرة عن المرفأ ${word}`, bold]) {
    const problemStatement = `${long} ${word} ${'x'.repeat(4000)}`;
    await request.post('/api/ideas', { data: { ...ideaDraft, title, problemStatement } });
  }
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`/search?q=${word}&in=ideas`);
  await ready(page);
  await expectToFit(page);
  const hostile = titles(page).filter({ hasText: 'İstanbul' });
  await expect(hostile).toHaveText(bold);
  await expect(hostile.locator('mark')).toHaveText([word.toUpperCase()]);
  await expect(page.locator('.found b')).toHaveCount(0);
  const arabic = titles(page).filter({ hasText: 'فكرة' });
  await expect(arabic).toHaveCSS('direction', 'rtl');
});

test('the last of several searches wins, and an answer that is late changes nothing', async ({
  page,
}) => {
  await page.goto('/search');
  await ready(page);
  const release = await hold(page, '**/api/search?q=harbour');
  await field(page).fill('harbour');
  await page.waitForRequest('**/api/search?q=harbour');
  await field(page).fill('model');
  await expect(page.locator('.found mark').first()).toHaveText('model', { ignoreCase: true });
  release();
  await expect(field(page)).toHaveValue('model');
  await expect(page.locator('.found mark').first()).toHaveText('model', { ignoreCase: true });
});

test('the staff area keeps its own key', async ({ page }) => {
  await open(page, '/admin/ideas');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page).toHaveURL(/\/admin\/ideas/);
});
