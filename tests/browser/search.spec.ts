import type { Page } from '@playwright/test';
import { ideaDraft } from '../drafts.ts';
import {
  expect,
  expectAccessible,
  expectFineInBothThemes,
  expectToFit,
  hold,
  holdScripts,
  isolatedTest,
  resize,
  test,
  waitForHydration,
} from './site.ts';
import { unique } from './staff.ts';

/** The search over the whole site, as a visitor uses it. */

const field = (page: Page) => page.getByRole('searchbox', { name: /^Search ideas/ });
const titles = (page: Page) => page.locator('.found-title');

test.describe('on the demo content', () => {
  test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

  test('three shortcuts open the search, but not while typing; arrows move through results, Enter opens one', async ({
    page,
  }) => {
    await page.goto('/contact');
    await waitForHydration(page);
    await page.getByLabel('Subject').fill('either');
    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    await page.getByLabel('Message').focus();
    await page.keyboard.press('/');
    await expect(page.getByLabel('Subject')).toHaveValue('either/');
    await expect(page.getByLabel('Message')).toHaveValue('/');
    await expect(page).toHaveURL(/\/contact$/);
    const toWorkflow = async () => {
      await page.locator('footer').getByRole('link', { name: 'Workflow' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('How the lab works');
    };
    for (const key of ['Control+k', 'Meta+k']) {
      await toWorkflow();
      await page.keyboard.press(key);
      await expect(page).toHaveURL(/\/search$/);
      await field(page).fill('model');
      await titles(page).first().getByRole('link').focus();
      await page.keyboard.press(key);
      await expect(field(page)).toBeFocused();
      await page.keyboard.type('river');
      await expect(field(page)).toHaveValue('river');
    }

    await toWorkflow();
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

  test('results fit and are accessible; a filter or the link below a group shows all results of one kind', async ({
    page,
  }) => {
    await page.goto('/search?q=model');
    await waitForHydration(page);
    await expectFineInBothThemes(page);
    // Up to 960 px the bar is a menu, so just above that width it has the least room.
    for (const width of [961, 1440]) {
      await resize(page, width);
      await expectToFit(page);
    }
    await page.getByRole('link', { name: /^Show \d+ posts$/ }).click();
    await expect(page.locator('.found h2')).toHaveText(['Posts']);
    await expect(page.getByRole('region', { name: 'Results' })).toBeFocused();
    await expect(page).toHaveURL(/\/search\?q=model&in=posts$/);
    await page.getByRole('group', { name: 'Kind' }).getByRole('link', { name: 'Pods' }).click();
    await expect(page.locator('.found h2')).toHaveText(['Pods']);
    await field(page).fill('chart you can hear');
    await expect(page.getByText('Nothing of this kind matches.')).toBeVisible();
  });

  test('an impossible search says why, a failed one can be retried, and the last of several wins', async ({
    page,
    request,
    expectMessage,
  }) => {
    await page.goto('/search?q=x');
    await waitForHydration(page);
    await expect(page.getByRole('heading', { name: 'One more character' })).toBeVisible();
    await field(page).fill('zzzz');
    await expect(page.getByRole('heading', { name: 'Nothing found for “zzzz”' })).toBeVisible();
    const tooLong = 'x'.repeat(101);
    await field(page).fill(tooLong);
    await expect(page.getByRole('heading', { name: 'This search is too long' })).toBeVisible();
    const response = await request.get(`/search?q=${tooLong}`);
    expect(response.status()).toBe(200);
    expect(await response.text()).toContain('This search is too long');

    await page.route('**/api/search?*', (route) => route.fulfill({ status: 503, body: '{}' }));
    await field(page).fill('river');
    const alert = page.getByRole('alert').filter({ hasText: 'The search did not answer' });
    await expect(alert).toBeVisible();
    expectMessage('status of 503');
    await page.unroute('**/api/search?*');
    await alert.getByRole('button', { name: 'Retry' }).click();
    const mark = page.locator('.found mark').first();
    await expect(mark).toHaveText('river', { ignoreCase: true });

    const release = await hold(page, '**/api/search?q=harbour');
    const overtaken = page.waitForRequest('**/api/search?q=harbour');
    await field(page).fill('harbour');
    await overtaken;
    await field(page).fill('model');
    await expect(mark).toHaveText('model', { ignoreCase: true });
    release();
    await expect(field(page), 'a late answer changes nothing').toHaveValue('model');
    await expect(mark).toHaveText('model', { ignoreCase: true });
  });

  test('the menu of a phone has a search box, also before the scripts arrive, and links to ideas and workflow', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const release = await holdScripts(page);
    await page.goto('/contact', { waitUntil: 'commit' });
    const menu = page.locator('#mobile-menu');
    const box = menu.getByRole('searchbox', { name: 'Search' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await box.fill('model');
    await page.keyboard.press('Enter');
    await expect(page.locator('.found h2').first()).toHaveText('Ideas');
    release();
    await waitForHydration(page);

    await page.getByRole('button', { name: 'Menu' }).click();
    await expectAccessible(page);
    await expect(menu.getByRole('link', { name: 'Community ideas' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'How the lab works' })).toBeVisible();
    await box.fill('river');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=river$/);
    await expect(page.locator('.found mark').first()).toHaveText('river', { ignoreCase: true });
  });

  test('home leads to the ideas and to how the lab works', async ({ request }) => {
    const html = await (await request.get('/')).text();
    const join = html.slice(html.indexOf('id="join"'));
    for (const [path, text] of [
      ['/ideas', 'Ideas so far'],
      ['/workflow', 'How the lab works'],
    ]) {
      expect(join).toMatch(new RegExp(`<a [^>]*href="${path}"[^>]*>${text}`));
    }
  });
});

isolatedTest.describe('without scripts', () => {
  isolatedTest.use({ javaScriptEnabled: false });

  isolatedTest('the search is a page with a form', async ({ page }) => {
    await page.goto('/contact');
    await page.locator('header').getByRole('link', { name: 'Search' }).click();
    await expect(field(page)).toBeFocused();
    await field(page).fill('MODEL');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\/search\?q=MODEL$/);
    await expect(page.locator('.found h2')).toHaveText(['Ideas', 'Projects', 'Pods', 'Posts']);
    await page.getByRole('link', { name: /^Show \d+ posts$/ }).click();
    await expect(page.locator('.found h2')).toHaveText(['Posts']);
    await expect(titles(page).first().getByRole('link')).toHaveAttribute('href', /^\/blog\//);
  });
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
  await waitForHydration(page);
  await expectToFit(page);
  const hostile = titles(page).filter({ hasText: 'İstanbul' });
  await expect(hostile).toHaveText(bold);
  await expect(hostile.locator('mark')).toHaveText([word.toUpperCase()]);
  await expect(page.locator('.found b')).toHaveCount(0);
  const arabic = titles(page).filter({ hasText: 'فكرة' });
  await expect(arabic).toHaveCSS('direction', 'rtl');
});
