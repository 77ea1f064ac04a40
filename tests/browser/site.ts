import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, test as base, expect, type Page, type Route } from '@playwright/test';
import type axe from 'axe-core';
import { freePort } from '../free-port.ts';
import { demoPages } from '../pages.ts';
import { copySqliteTemplate, demoFolder, templateAdmin } from '../template-copies.ts';

/** Fixtures: each worker starts the built server with demo content. Unexpected console messages fail a test. */

export const admin = templateAdmin;

interface Fixtures {
  /**
   * Names console messages that the test causes, each by a part of its text. Any other message fails the test, and so
   * does a named one that does not come.
   */
  expectMessage(...parts: string[]): void;
}

interface WorkerFixtures {
  /** The origin of a server that many tests write to. */
  server: string;
  /** The origin of a server that no test writes to: it has the demo content alone. */
  untouchedServer: string;
  /** The contexts that the tests of a worker share, by the origin of their server. */
  sharedContexts: Map<string, BrowserContext>;
  /** Returns the site of `start`. Only the first call with the same `start` starts it. */
  siteOf<Site>(start: Start<Site>): Promise<Site>;
}

/** Starts a site. `ends` gets the functions that stop it, which the worker calls at its end. */
export type Start<Site> = (ends: AsyncDisposableStack) => Promise<Site>;

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
async function runServer({}, use: (address: string) => Promise<void>): Promise<void> {
  const { address, stop } = await startServer();
  await use(address);
  await stop();
}

/** Gives each test its own browser context: for tests with other options, an empty cache, or a changed clock. */
export const isolatedTest = base.extend<Fixtures, WorkerFixtures>({
  server: [runServer, { scope: 'worker' }],
  untouchedServer: [runServer, { scope: 'worker' }],
  sharedContexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const contexts = new Map<string, BrowserContext>();
      await use(contexts);
      for (const context of contexts.values()) await context.close();
    },
    { scope: 'worker' },
  ],

  siteOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      await using ends = new AsyncDisposableStack();
      const sites = new Map<unknown, Promise<unknown>>();
      await use(async <Site>(start: Start<Site>) => {
        if (!sites.has(start)) sites.set(start, start(ends));
        return sites.get(start) as Promise<Site>;
      });
      // If a test timed out, its site may still be starting, and `ends` does not have all functions yet.
      await Promise.allSettled(sites.values());
    },
    { scope: 'worker' },
  ],

  baseURL: ({ server }, use) => use(server),

  expectMessage: [
    async ({ page }, use) => {
      const messages: string[] = [];
      const expected = new Set<string>();
      const add = (message: string) => messages.push(`${message} at ${page.url()}`);
      page.on('console', (message) => add(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => add(`error: ${error.message}`));
      await use((...parts) => {
        for (const part of parts) expected.add(part);
      });
      const parts = [...expected];
      const isExpected = (message: string) => parts.some((part) => message.includes(part));
      expect(messages.filter((message) => !isExpected(message))).toEqual([]);
      const missing = parts.filter((part) => !messages.some((message) => message.includes(part)));
      expect(missing, 'these messages did not come').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Shares a browser context between the tests of a worker, because a new one takes a third of a test's time. Each test
 * begins with a new page and without stored data. The HTTP cache is kept. The first page of the context stays open: it
 * keeps Chromium's renderer process of this origin alive, which would otherwise start anew for each test.
 */
export const test = isolatedTest.extend({
  context: async ({ browser, baseURL, sharedContexts }, use) => {
    const context = sharedContexts.get(String(baseURL)) ?? (await browser.newContext());
    sharedContexts.set(String(baseURL), context);
    if (context.pages().length === 0) await (await context.newPage()).goto('/robots.txt');
    await use(context);
    for (const page of context.pages().slice(1)) await page.close();
    await context.setOffline(false);
    await context.clearPermissions();
  },
  page: async ({ context, baseURL }, use) => {
    const page = await openPage(context);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', {
      origin: String(baseURL),
      storageTypes: 'all',
    });
    await devtools.detach();
    await use(page);
  },
});

/** Opens a page from the first one, so that it begins in the renderer process that the first page keeps alive. */
async function openPage(context: BrowserContext): Promise<Page> {
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    context.pages()[0]?.evaluate(() => {
      window.open('about:blank');
    }),
  ]);
  return page;
}

/**
 * Gives the tests of a file a separate site. They share the worker and the browser with other files. Such a file calls
 * `test.describe.configure({ mode: 'default' })`, so that its tests run in one worker, and start one site.
 */
export const testOn = <Site extends { address: string }>(start: Start<Site>) =>
  test.extend<{ site: Site }>({
    // A separate timeout: otherwise starting the site would use up the time of the first test.
    site: [async ({ siteOf }, use) => use(await siteOf(start)), { timeout: 120_000 }],
    baseURL: async ({ site }, use) => use(site.address),
  });

/** Returns a `Start` of a server with demo content, to which `fill` adds more. */
export const filledBy =
  (fill: (address: string) => Promise<void>): Start<{ address: string }> =>
  async (ends) => {
    const { address, stop } = await startServer();
    ends.defer(stop);
    await fill(address);
    return { address };
  };

export { expect } from '@playwright/test';

/**
 * Starts the server that is built in `folder`, with a new data directory. If there are `settings`, it also gets a
 * `SITE_URL`, so its port is chosen before the start. `stop` resolves once the server has ended.
 */
export async function startServer(
  settings: Record<string, string> | undefined = undefined,
  port: string | undefined = undefined,
  folder = '.',
): Promise<{ address: string; stop(): Promise<void> }> {
  const ownPort = port ?? (settings ? await freePort() : '0');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fledge-browser-'));
  // Another folder has another site.config.ts, and the demo content depends on it.
  if (folder === '.') copySqliteTemplate(dataDir, demoFolder);
  const child = spawn(process.execPath, ['dist/server/start.js'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: ownPort,
      ...(settings && { ...settings, SITE_URL: `http://127.0.0.1:${ownPort}` }),
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD: admin.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    address: await addressOf(child),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const addressOf = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      const address = output.match(/ is at (http:\S+)\n/)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`the server did not start:\n${output}`)));
  });

export const pages = [
  ...demoPages,
  {
    path: '/nowhere',
    title: '404 Page Not Found · Fledge',
    texts: ['404 Page Not Found', 'route entry'],
  },
];

export async function storeTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
}

/** Sets the theme of an open page, without storing it. */
export async function switchTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((value) => {
    // Elements outside the viewport would start their transitions only when axe scrolls to them.
    const style = document.createElement('style');
    style.textContent = '* { transition: none !important }';
    document.head.append(style);
    document.documentElement.dataset.theme = value;
  }, theme);
}

/**
 * Finishes all animations except endless ones, and runs axe. `colours` checks only contrast, for a second theme. The
 * cards of home are laid out first, without `content-visibility`: axe scrolls, and cards that come into view would move
 * the measured elements. Checks only the dialog if one is open, because the page behind it is inert.
 */
export async function expectAccessible(page: Page, what: keyof typeof axeOptions = 'all') {
  await page.evaluate(() => {
    document.documentElement.dataset.laidOut = 'true';
    // Without its animation, a toast does not fade while axe measures its colours.
    const style = document.createElement('style');
    style.textContent = '.toast { animation: none !important; transition: none !important }';
    document.head.append(style);
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
    }
  });
  const isAxeLoaded = await page.evaluate(() => 'axe' in globalThis);
  if (!isAxeLoaded) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (options) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe };
    const dialog = [...document.querySelectorAll(':modal')].at(-1);
    const results = await checker.run(dialog ?? document, options);
    return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, axeOptions[what]);
  expect(violations).toEqual([]);
}

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

const optionsFor = (type: 'tag' | 'rule', ...values: string[]): axe.RunOptions => ({
  runOnly: { type, values },
  // With the defaults of these two options, axe takes twice as long: it lists passed rules and reloads style sheets.
  resultTypes: ['violations'],
  preload: false,
});

const axeOptions = {
  all: optionsFor('tag', 'wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'),
  colours: optionsFor('rule', 'color-contrast'),
};

/** Changes the width of an open page. Chromium computes lengths in `vw` anew only with the next frame. */
export async function resize(page: Page, width: number, height = 900): Promise<void> {
  await page.setViewportSize({ width, height });
  await waitForFrame(page);
}

export const waitForFrame = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );

export const expectToFit = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    'pixels by which the page is wider than the screen',
  ).toBeLessThanOrEqual(0);

/** Asserts that a page fits and is accessible in the dark theme, and on a phone in the light one (contrast only). */
export async function expectFineInBothThemes(page: Page): Promise<void> {
  const size = page.viewportSize();
  await expectToFit(page);
  await expectAccessible(page);
  await resize(page, 390, 844);
  await switchTheme(page, 'light');
  await expectToFit(page);
  await expectAccessible(page, 'colours');
  await switchTheme(page, 'dark');
  if (size) await page.setViewportSize(size);
}

export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('html[data-ready=true]').waitFor({ state: 'attached' });
}

/** Turns off `prefers-reduced-motion`, which playwright.config.ts sets for all tests. */
export const withMotion = (page: Page) => page.emulateMedia({ reducedMotion: 'no-preference' });

/** Waits until the fonts of headings, text and labels are loaded. */
export async function waitForFonts(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    ['Hedvig Letters Serif', 'TASA Orbiter Variable', 'B612 Mono'].every((name) =>
      [...document.fonts].some(
        ({ family, status }) => family.replaceAll('"', '') === name && status === 'loaded',
      ),
    ),
  );
}

/** Holds requests to the URL until the returned function is called, and then passes them to `answer`. */
export async function hold(
  page: Page,
  address: string,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released.promise;
    await answer(route);
  });
  return released.resolve;
}

/** Lets the server handle the next request to this URL, but drops the response. */
export const loseResponse = (page: Page, address: string) =>
  page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

export const holdScripts = (page: Page) => hold(page, '**/assets/hydrate-*.js');

/** Opens a page through a link, so that its data is fetched from the API, where a test can intercept it. */
export async function arriveAt(page: Page, name: 'Community ideas' | 'Blog'): Promise<void> {
  await page.goto('/workflow');
  await waitForHydration(page);
  await page.locator('footer').getByRole('link', { name, exact: true }).click();
}
