import type { Locator, Page } from '@playwright/test';
import { appDraft, podDraft } from '../drafts.ts';
import { expect, hold, isolatedTest, test, waitForHydration } from './site.ts';
import { create, unique } from './staff.ts';

const top = (page: Page) => page.evaluate(() => scrollY);
const scrollDown = async (page: Page, to: number) => {
  await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), to);
  // The page stores the scroll position after a pause. The browser adjusts the position while cards get their heights.
  await expect.poll(() => page.evaluate(() => history.state?.top === scrollY)).toBe(true);
};
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Follows a link that is not in view, without scrolling to it. */
const follow = (link: Locator) => link.evaluate((element: HTMLElement) => element.click());
const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('a link followed right after scrolling opens at the top, and Back returns to where the visitor was', async ({
  page,
}) => {
  await page.goto('/blog');
  await waitForHydration(page);
  await scrollDown(page, 300);
  // Follows the link right after scrolling, before the page has stored the position.
  await page
    .getByRole('link', { name: 'A chart you can hear', exact: true })
    .evaluate((link: HTMLElement) => {
      addEventListener('scroll', () => link.click(), { once: true });
      scrollTo({ top: 900, behavior: 'instant' });
    });
  await expect(page).toHaveTitle('A chart you can hear · Fledge');
  await expect(title(page)).toBeFocused();
  expect(await top(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveTitle('Blog · Fledge');
  await expect.poll(() => top(page)).toBe(900);

  await page.goForward();
  await expect(page.locator('.prose')).toBeVisible();
  await page.reload();
  await waitForHydration(page);
  const release = await hold(page, '**/api/blogs?*');
  await page.goBack();
  await expect(page.getByRole('status', { name: 'Loading blog posts' })).toBeVisible();
  // The loading state is shorter than the list, so the browser scrolls. The page would store the new position before
  // this timer of 200 ms fires.
  const storedTop = await page.evaluate(
    () =>
      new Promise((resolve) => {
        dispatchEvent(new Event('scroll'));
        setTimeout(() => resolve(history.state?.top), 200);
      }),
  );
  expect(storedTop, 'a loading state is no place to return to').toBe(900);
  release();
  await expect(page.locator('main .post-body .title a').first()).toBeVisible();
  await expect.poll(() => top(page), 'also after a reload').toBe(900);
});

test('a position that is still being corrected is not stored, and a reload returns to the stored one', async ({
  page,
}) => {
  await page.goto('/blog');
  await waitForHydration(page);
  await scrollDown(page, 900);
  await page.addInitScript(() => {
    history.scrollRestoration = 'manual';
  });
  await page.reload();
  await waitForHydration(page);
  await expect.poll(() => top(page), 'the browser restores nothing here').toBe(900);

  await scrollDown(page, 900);
  const stored = () => page.evaluate(() => history.state);
  const before = await stored();
  await follow(page.locator('footer a[href="/workflow"]'));
  await expect(title(page)).toHaveText('How the lab works');
  // Stops the corrections of the position, which run in animation frames.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  await page.goBack();
  await expect.poll(() => top(page)).toBe(900);
  // The page's scroll listener was added first and waits less than 200 ms: it would store a position before `resolve`.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('scroll', () => setTimeout(resolve, 200), { once: true });
        scrollTo({ top: 700, behavior: 'instant' });
      }),
  );
  expect(await stored()).toEqual(before);
});

test('a link to the shown page restarts it, also a sent form; Back focuses the link that was followed', async ({
  page,
}) => {
  await page.goto('/workflow');
  await waitForHydration(page);
  await follow(page.locator('footer a[href="/blog"]'));
  await expect(page.getByRole('heading', { name: 'Field notes' })).toBeFocused();
  await scrollDown(page, 700);
  for (let presses = 0; presses < 2; presses += 1) {
    await main(page).getByRole('link', { name: 'Blog' }).click();
    await expect.poll(() => top(page)).toBe(0);
  }
  await expect(page.getByRole('heading', { name: 'Field notes' })).toBeFocused();

  const link = page.locator('main .post-body .title a').last();
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.prose')).toBeVisible();
  await page.goBack();
  await expect(link).toBeFocused();

  await page.getByRole('searchbox').focus();
  await link.evaluate((element: HTMLElement) => {
    // Blocks the main thread as soon as the article appears, so that Back is handled before passive effects run.
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.prose')) return;
      observer.disconnect();
      history.back();
      const end = performance.now() + 300;
      while (performance.now() < end);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    element.click();
  });
  await expect(link, 'also when Back is as quick as the page').toBeFocused();
  await page.goBack();
  await expect(page, 'the presses filled no history').toHaveURL(/\/workflow$/);

  await page.route('**/api/contact', (route) => route.fulfill({ status: 201, body: '' }));
  await main(page).getByRole('link', { name: 'Contact' }).click();
  for (const [label, text] of [
    ['Subject', 'A'],
    ['Message', 'B'],
    ['Name', 'C'],
    ['E-mail', 'd@example.org'],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  await page.getByRole('button', { name: 'Send message' }).click();
  const sent = page.getByRole('heading', { name: 'Message Sent!' });
  await expect(sent, 'the status alone decides').toBeVisible();
  await main(page).getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByLabel('Subject')).toBeVisible();
});

test('on a phone every section of home is reached exactly, and Back returns to the same card', async ({
  page,
  request,
}) => {
  const name = `Plover ${unique()}`;
  await create(request, 'apps', { ...appDraft, name });
  await create(request, 'pods', { ...podDraft, name });
  const expectAtTop = (id: string) =>
    expect
      .poll(() =>
        page.locator(id).evaluate((element) => {
          const padding = getComputedStyle(document.documentElement).scrollPaddingTop;
          return Math.abs(element.getBoundingClientRect().top - Number.parseFloat(padding));
        }),
      )
      .toBeLessThan(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/#join');
  await waitForHydration(page);
  await expectAtTop('#join');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pods' }).click();
  await expectAtTop('#pods');

  const card = page.locator('#pods .card', { hasText: name });
  await card.scrollIntoViewIfNeeded();
  await scrollDown(page, (await top(page)) + ((await card.boundingBox())?.y ?? 0) - 110);
  // Waits for the fonts: the browser requests them at layout, and the lines wrap differently once they are loaded.
  await page.evaluate(() => document.fonts.ready);
  const before = (await card.boundingBox())?.y ?? 0;
  const expectAsBefore = () =>
    expect
      .poll(async () => Math.abs(((await card.boundingBox())?.y ?? 0) - before))
      .toBeLessThanOrEqual(1);
  await follow(page.locator('footer a[href="/workflow"]'));
  await expect(page).toHaveURL(/workflow/);
  await page.goBack();
  await expectAsBefore();
  await page.reload();
  await waitForHydration(page);
  await expectAsBefore();
});

test('a link to a section keeps the filter and adds one history entry; pages after Back open at their top', async ({
  page,
}) => {
  await page.goto('/robots.txt');
  await page.goto('/?category=Tool');
  await waitForHydration(page);
  for (let presses = 0; presses < 3; presses += 1) {
    await main(page).getByRole('link', { name: 'Projects' }).click();
    await expect(page).toHaveURL(/\?category=Tool#projects$/);
  }
  await page.goBack();
  await expect(page).toHaveURL(/\?category=Tool$/);
  await page.locator('footer').getByRole('link', { name: 'Workflow' }).click();
  await expect(title(page)).toHaveText('How the lab works');
  await expect.poll(() => top(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\?category=Tool$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/robots\.txt$/);
});

test('a missing page is requested again on Back; loading and error states are shown from their top', async ({
  page,
  request,
  expectMessage,
}) => {
  const word = unique();
  await page.goto(`/project/nowhere-${word}`);
  await waitForHydration(page);
  expectMessage('status of 404');
  await expect(title(page)).toHaveText('Project Not Found');
  await create(request, 'apps', { ...appDraft, name: `Nowhere ${word}` });
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(title(page)).toContainText('Innovation');
  await page.goBack();
  await expect(title(page)).toHaveText(`Nowhere ${word}`);

  const release = await hold(page, '**/api/ideas?*', (route) =>
    route.fulfill({ status: 500, body: 'no' }),
  );
  await page.getByRole('contentinfo').getByRole('link', { name: 'Community ideas' }).click();
  await expect(page.getByText('Loading ideas')).toBeVisible();
  await expect.poll(() => top(page), 'while it loads').toBe(0);
  release();
  await expect(page.getByText('Failed to load ideas. Please try again later.')).toBeVisible();
  await expect(title(page)).toBeFocused();
  expect(await top(page), 'where it failed').toBe(0);
  expectMessage('status of 500', '500: no');
});

isolatedTest(
  'Retry loads a page that could not be fetched, once the network is back',
  async ({ page, context, expectMessage }) => {
    await page.goto('/workflow');
    await waitForHydration(page);
    await context.setOffline(true);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Blog' })
      .click();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.locator('.post').first()).toBeVisible();
    expectMessage('net::ERR_INTERNET_DISCONNECTED', 'Failed to fetch dynamically imported module');
  },
);
