import {
  expect,
  holdScripts,
  isolatedTest,
  resize,
  test,
  waitForHydration,
  withMotion,
} from './site.ts';

test('the skip link comes first, the bar gets a blurred background after 20 px, links are fetched ahead', async ({
  page,
}) => {
  await page.goto('/workflow');
  await waitForHydration(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));

  const nav = page.locator('header.nav');
  const blur = () => nav.evaluate((element) => getComputedStyle(element).backdropFilter);
  await expect.poll(blur).toBe('none');
  await page.evaluate(() => scrollTo({ top: 20, behavior: 'instant' }));
  await expect(nav).not.toHaveAttribute('data-scrolled');
  await page.evaluate(() => scrollTo({ top: 21, behavior: 'instant' }));
  await expect(nav).toHaveAttribute('data-scrolled', 'true');
  await expect.poll(blur).toContain('blur');
  await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
  await expect.poll(async () => (await nav.boundingBox())?.y, 'it stays at the top').toBe(0);

  const ahead = page.waitForRequest('**/api/blogs?view=page*');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).hover();
  await ahead;
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('heading', { name: 'Field notes' })).toBeVisible();
  expect(requestedUrls.filter((address) => address.includes('/api/'))).toEqual([]);
});

test('the navigation leads to pages and to parts of home, and the footer has every link', async ({
  page,
}) => {
  await withMotion(page);
  await page.goto('/contact');
  await waitForHydration(page);
  const footer = page.locator('footer.footer');
  await expect(footer).toContainText('Running since June 2025');
  await expect(footer).toContainText('We typically respond within 24 hours');
  const links = await page
    .locator('footer a')
    .evaluateAll((all) => all.map((link) => [link.textContent?.trim(), link.getAttribute('href')]));
  expect(links).toEqual(
    expect.arrayContaining([
      ['Workflow', '/workflow'],
      ['Community ideas', '/ideas'],
      ['hello@fledge.example', 'mailto:hello@fledge.example'],
      ['Terms', 'https://community.example/terms'],
      ['Privacy', 'https://community.example/privacy'],
      ['Projects', '/#projects'],
      ['Blog', '/blog'],
      ['Blog feed', '/blog/feed.xml'],
      ['Lab feed', '/feed.xml'],
    ]),
  );
  expect(links.length).toBeGreaterThan(15);
  expect(links.filter(([name]) => !name)).toEqual([]);
  await expect(footer.getByRole('list', { name: 'Social' }).getByRole('link')).toHaveCount(6);

  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link')).toHaveText([
    'Contact',
    'Projects',
    'Pods',
    'Blog',
    'Journey',
  ]);
  await expect(nav.getByRole('link', { name: 'Journey' })).toHaveAttribute('href', '/#journey');
  await nav.getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL(/\/blog$/);
  await expect(page).toHaveTitle('Blog · Fledge');
  await expect(nav.getByRole('link', { name: 'Blog' })).toHaveAttribute('aria-current', 'page');
  await page.locator('header').getByRole('link', { name: 'Join Team' }).click();
  await expect(page).toHaveURL(/\/join-team$/);

  const expectAt = async (section: string) => {
    const target = page.locator(`#${section}`);
    await expect(page).toHaveURL(new RegExp(`/#${section}$`));
    await expect
      .poll(() => target.evaluate((element) => Math.round(element.getBoundingClientRect().top)))
      .toBeLessThan(200);
    await expect(target).toBeFocused();
  };
  await nav.getByRole('link', { name: 'Projects' }).click();
  await expectAt('projects');
  await nav.getByRole('link', { name: 'Pods' }).click();
  await expectAt('pods');
  await page.locator('header').getByRole('link', { name: 'Fledge, home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('the banner of a phone is one line; its menu closes on a press outside, on Tab out and on navigation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/');
  await waitForHydration(page);
  const banner = page.getByRole('complementary', { name: 'Development notice' });
  expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(45);
  await expect(banner).toContainText('Some features may not work as expected.');
  const button = page.getByRole('button', { name: 'Menu' });
  const menu = page.locator('#mobile-menu');
  await expect(menu).toBeHidden();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('link')).toHaveText([
    'Contact',
    'Projects',
    'Pods',
    'Blog',
    'Journey',
    'Community ideas',
    'How the lab works',
    'Join Team',
  ]);
  const themes = page.getByRole('button', { name: /theme/ }).filter({ visible: true });
  await expect(themes, 'the menu has the only one').toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await expect(menu).toBeVisible();
  await page.mouse.click(180, 760);
  await expect(menu).toBeHidden();

  await button.click();
  await menu.getByRole('link', { name: 'Join Team' }).focus();
  await page.keyboard.press('Tab');
  await expect(menu).toBeHidden();

  await button.click();
  await menu.getByRole('link', { name: 'Pods' }).click();
  await expect(menu, 'it leads to a part of the same page').toBeHidden();
  await expect(page.locator('#pods')).toBeFocused();

  await button.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: 'Contact' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/contact$/);
  await expect(menu).toBeHidden();
});

test('the product menu opens by hover and by keyboard, and names its five entries', async ({
  page,
}) => {
  await page.goto('/contact');
  await waitForHydration(page);
  const menu = page.locator('#product-family');
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Product family' }).hover();
  await expect(menu).toBeVisible();
  await expect(menu.locator('b')).toHaveText([
    'Initiatives',
    'Funding',
    'Community',
    'Lab',
    'Ideation',
  ]);
  const links = menu.getByRole('link');
  await expect(links).toHaveCount(3);
  for (const link of await links.all()) await expect(link).toHaveAttribute('target', '_blank');
  await expect(menu.getByText('Coming Soon')).toHaveCount(2);
  await expect(menu.getByRole('link', { name: /Ideation.*Coming Soon/ })).toBeVisible();
  await page.mouse.move(800, 600);
  await expect(menu).toBeHidden();

  const button = page.getByRole('button', { name: 'Product family' });
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await expect(menu, 'it opens on focus').toBeVisible();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: /Funding/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  for (let stops = 0; stops < 4; stops += 1) await page.keyboard.press('Tab');
  await expect(menu, 'moving on closes it').toBeHidden();
});

isolatedTest.describe('on a small touch screen', () => {
  isolatedTest.use({ hasTouch: true, isMobile: true });

  isolatedTest(
    'every button of the bar is on the screen, and menus open and close by tap',
    async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto('/contact');
      await waitForHydration(page);
      const family = page.locator('#product-family');
      await page.getByRole('button', { name: 'Product family' }).tap();
      await expect(family).toBeVisible();
      await page.getByRole('button', { name: 'Product family' }).tap();
      await expect(family).toBeHidden();
      await page.getByRole('button', { name: 'Product family' }).tap();
      await expect(family).toBeVisible();
      await page.touchscreen.tap(160, 620);
      await expect(family, 'a tap elsewhere').toBeHidden();
      // 195 px is the width of a phone of 390 px at 200 % zoom.
      for (const width of [320, 195]) {
        await resize(page, width, 640);
        for (const button of await page.locator('.nav-in > * > button:visible').all()) {
          const box = await button.boundingBox();
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
        }
        await page.getByRole('button', { name: 'Menu' }).tap();
        await expect(
          page.locator('#mobile-menu').getByRole('link', { name: 'Blog' }),
        ).toBeVisible();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBe(width);
        await page.getByRole('button', { name: 'Menu' }).tap();
      }
    },
  );
});

test('the development banner slides in without a layout shift; its dismissal and the theme are remembered', async ({
  page,
}) => {
  await withMotion(page);
  await page.goto('/contact');
  const banner = page.getByRole('complementary', { name: 'Development notice' });
  const text = banner.locator('.dev-in');
  expect(
    await text.evaluate((element) => {
      const { animationDelay, animationName } = getComputedStyle(element);
      return [animationName, animationDelay];
    }),
  ).toEqual(['slide-in', '0.5s']);
  await expect(banner).toContainText('Site Under Development');
  await expect(banner).toContainText('Some features may not work as expected.');
  const topOfBar = () =>
    page.locator('header.nav').evaluate((element) => (element as HTMLElement).offsetTop);
  const before = await topOfBar();
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (each) =>
          each.playState !== 'running' || each.effect?.getComputedTiming().iterations === Infinity,
      ),
  );
  expect(await topOfBar()).toBe(before);

  await waitForHydration(page);
  await banner.getByRole('button', { name: 'Dismiss notice' }).focus();
  await page.keyboard.press('Enter');
  await expect(banner).toBeHidden();
  await expect(page.getByRole('link', { name: 'Fledge, home' }).first()).toBeFocused();
  const html = page.locator('html');
  const header = page.locator('header');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await header.getByRole('button', { name: 'Switch to light theme' }).first().click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await expect(header.getByRole('button', { name: 'Switch to dark theme' }).first()).toBeVisible();
  const stored = await page.evaluate(() => ({ ...localStorage }));
  expect(stored).toMatchObject({ devBannerDismissed: 'true', theme: 'light' });

  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(html, 'set before the scripts arrive').toHaveAttribute('data-theme', 'light');
  await expect(page.locator('footer')).toBeAttached();
  await expect(banner).toBeHidden();
  release();
});

test('without access to localStorage the theme can still be switched', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('no', 'SecurityError');
      },
    });
  });
  await page.goto('/contact');
  await waitForHydration(page);
  await page
    .locator('header')
    .getByRole('button', { name: 'Switch to light theme' })
    .first()
    .click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});
