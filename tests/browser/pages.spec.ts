import type { Page } from '@playwright/test';
import { crossings } from './crossings.ts';
import {
  expect,
  expectAccessible,
  expectToFit,
  isolatedTest,
  pages,
  resize,
  storeTheme,
  switchTheme,
  waitForFonts,
  waitForHydration,
} from './site.ts';

/** Every page, for a visitor whose language and time zone are not those of the server. */

isolatedTest.use({
  // The content of other tests would change the heights of the cards.
  baseURL: ({ untouchedServer }, use) => use(untouchedServer),
  locale: 'ar-EG',
  timezoneId: 'Pacific/Kiritimati',
});

const groups = Map.groupBy(pages, ({ path }) =>
  path === '/' || /blog|idea/.test(path)
    ? 'home and each page of posts and ideas'
    : 'each other page',
);

for (const [name, group] of groups) {
  isolatedTest(
    `${name} is complete, quiet, keeps its texts, fits, and is accessible in both themes`,
    async ({ page, expectMessage }) => {
      if (group.some(({ path }) => path === '/nowhere')) expectMessage('status of 404');
      const requestedUrls: string[] = [];
      page.on('request', (request) => requestedUrls.push(new URL(request.url()).pathname));
      await page.addInitScript(sumLayoutShifts);

      // A desktop in the light theme. A desktop at 200 % zoom is 720 px wide.
      await page.setViewportSize({ width: 1440, height: 900 });
      await storeTheme(page, 'light');
      for (const { path, title } of group) {
        await expectComplete(page, path, title);
        if (drawn.includes(path)) await expectNoCrossings(page, [1440, 1100, 1024, 720, 640]);
        else await resize(page, 720);
        await expectToFit(page);
        await page.setViewportSize({ width: 1440, height: 900 });
      }

      // A phone in the dark theme. The smallest phones are 320 px wide.
      await page.setViewportSize({ width: 390, height: 900 });
      await storeTheme(page, 'dark');
      for (const { path } of group) {
        await page.goto(path);
        await expectStill(page, 'dark');
        if (path === '/') await expectColumns(page, 390);
        // Loading axe takes time, so both runs of axe are on one page: all rules, and contrast in the light theme.
        await expectAccessible(page);
        await resize(page, 320);
        await expectToFit(page);
        await switchTheme(page, 'light');
        await resize(page, 1440);
        await expectAccessible(page, 'colours');
        await page.setViewportSize({ width: 390, height: 900 });
      }
      expect(requestedUrls.filter((address) => address.startsWith('/api/'))).toEqual([]);
    },
  );
}

/** Runs in the page: adds up the layout shifts that no action of the visitor has caused. */
function sumLayoutShifts() {
  const measured = window as { shift?: number };
  measured.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as unknown as {
        value: number;
        hadRecentInput: boolean;
      };
      if (!hadRecentInput) measured.shift = (measured.shift ?? 0) + value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function expectComplete(page: Page, path: string, title: string) {
  const response = await page.goto(path);
  await waitForHydration(page);
  const html = (await response?.text()) ?? '';
  const { shown, sent, ...rest } = await page.evaluate((source) => {
    const textsOf = (root: Document) => {
      const body = root.body.cloneNode(true) as HTMLElement;
      // The scripts add these buttons, because copying needs a script.
      for (const added of body.querySelectorAll(':scope > script, .code > .copy')) added.remove();
      return [...body.children].map((part) => part.textContent);
    };
    return {
      title: document.title,
      headings: document.querySelectorAll('h1').length,
      mains: document.querySelectorAll('main').length,
      sent: textsOf(new DOMParser().parseFromString(source, 'text/html')),
      shown: textsOf(document),
    };
  }, html);
  const status = path === '/nowhere' ? 404 : 200;
  expect({ status: response?.status(), ...rest }, path).toEqual({
    status,
    title,
    headings: 1,
    mains: 1,
  });
  expect(shown, `no text of ${path} changes when the scripts take over`).toEqual(sent);
  await expectStill(page, 'light');
}

/** Asserts that a newly opened page has the stored theme, fits, and did not shift while it loaded and scrolled. */
async function expectStill(page: Page, theme: string) {
  await waitForHydration(page);
  // Does not use the mouse wheel, because its smooth scrolling would continue while axe measures.
  await page.evaluate(() => scrollTo({ top: 4000, behavior: 'instant' }));
  await expectToFit(page);
  await waitForFonts(page);
  const state = await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    return {
      theme: document.documentElement.dataset.theme,
      shift: (window as { shift?: number }).shift,
    };
  });
  expect(state.theme, page.url()).toBe(theme);
  expect(state.shift, `layout shift of ${page.url()}`).toBeLessThan(0.02);
}

/** The pages with a drawing beside text. */
const drawn = ['/', '/ideas', '/workflow', '/nowhere'];

async function expectNoCrossings(page: Page, widths: number[]) {
  for (const width of widths) {
    await resize(page, width);
    await expectToFit(page);
    // Polls because a busy browser applies the new size some frames later.
    await expect.poll(() => crossings(page), `${page.url()} at ${width} px`).toEqual([]);
    if (new URL(page.url()).pathname === '/') await expectColumns(page, width);
  }
}

/** Asserts that the cards of home have two columns from 640 px, and three from 1440 px. */
async function expectColumns(page: Page, width: number) {
  const columns = width >= 1440 ? 3 : width >= 640 ? 2 : 1;
  for (const id of ['projects', 'pods']) {
    const template = await page
      .locator(`#${id} .grid3`)
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns);
    expect(template.split(' '), `${id} at ${width} px`).toHaveLength(columns);
  }
}
