import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, test as base, expect, type Page, type Route } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { demoPages } from '../pages.ts';

/** The built server with demo content, for each worker, and a page whose console must stay empty. */

export const admin = { username: 'admin', password: 'browser tests' };

interface Fixtures {
  /**
   * Names console messages that the test causes, each by a part of its text. Any other message fails the test, and so
   * does a named one that does not come.
   */
  expectMessage(...parts: string[]): void;
}

interface WorkerFixtures {
  /** Address of a server that many tests write to. */
  server: string;
  /** Address of a server that no test writes to: it has the demo content alone. */
  untouchedServer: string;
  /** The contexts that the tests of a worker share, by the address of their server. */
  sharedContexts: Map<string, BrowserContext>;
  /** Returns the address of a server that this function has prepared, and starts it when it is asked for first. */
  serverOf(prepare: Prepare): Promise<string>;
}

type Prepare = (address: string) => Promise<void>;

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
async function runServer({}, use: (address: string) => Promise<void>): Promise<void> {
  const { address, stop } = await startServer();
  await use(address);
  stop();
}

/** For tests with a browser context of their own: with other options, an empty cache, or a changed clock. */
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

  serverOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const servers = new Map<Prepare, ReturnType<typeof startServer>>();
      await use(async (prepare) => {
        const known = servers.get(prepare);
        if (known) return (await known).address;
        const started = startServer();
        servers.set(prepare, started);
        const { address } = await started;
        await prepare(address);
        return address;
      });
      for (const server of servers.values()) (await server).stop();
    },
    { scope: 'worker', timeout: 120_000 },
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
 * The tests of a worker share a browser context, because a new one takes a third of a test's time. Each begins with a
 * new page and without stored data. Files that the browser has cached stay. The first page of the context stays open: it
 * keeps the process that renders the pages of this site, which would otherwise start anew for each test.
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
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', {
      origin: String(baseURL),
      storageTypes: 'all',
    });
    await devtools.detach();
    await use(page);
  },
});

/**
 * Tests with a server of their own, which is prepared first. The worker and its browser are those of the other tests.
 * `mode: 'default'` for these tests keeps them in one worker, so that the server is started once.
 */
export const testOn = (prepare: Prepare) =>
  test.extend<object, object>({
    baseURL: async ({ serverOf }, use) => use(await serverOf(prepare)),
  });

export { expect } from '@playwright/test';

/** For a server that needs to know its address, and so its port, before it starts. */
export const randomPort = () => String(20_000 + Math.floor(Math.random() * 20_000));

/**
 * Starts the server that was built in this folder, with demo content, in a data directory of its own. With mail or a
 * provider it needs to know its address.
 */
export async function startServer(
  settings: Record<string, string> | undefined = undefined,
  port = settings ? randomPort() : '0',
  folder = '.',
): Promise<{ address: string; stop(): void }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fledge-browser-'));
  const child = spawn(process.execPath, ['dist/server/start.js'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: port,
      ...(settings && { ...settings, SITE_URL: `http://127.0.0.1:${port}` }),
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD: admin.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    address: await addressOf(child),
    stop() {
      child.kill();
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

export const pages = [...demoPages, { path: '/nowhere', title: '404 Page Not Found · Fledge' }];

export async function storeTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
}

/** Switches the theme of an open page, as its own button does. */
export async function switchTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((value) => {
    // Transitions of elements outside the viewport would run only once they are scrolled to.
    const style = document.createElement('style');
    style.textContent = '* { transition: none !important }';
    document.head.append(style);
    document.documentElement.dataset.theme = value;
  }, theme);
}

/**
 * Runs axe after all animations have ended (the pulse of an active pod never ends). In the other theme only the colours
 * differ. All cards are laid out first: axe scrolls, and would measure the links of cards while they get their heights.
 * An open dialog is checked alone: the page behind it is inert, and is checked without it.
 */
export async function expectAccessible(page: Page, what: keyof typeof rules = 'all') {
  await page.evaluate(() => {
    document.documentElement.dataset.laidOut = 'true';
    // A toast may leave while axe looks at its colours.
    const style = document.createElement('style');
    style.textContent = '.toast { animation: none !important; transition: none !important }';
    document.head.append(style);
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
    }
  });
  const isHere = await page.evaluate(() => 'axe' in globalThis);
  if (!isHere) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (options) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe };
    const dialog = [...document.querySelectorAll(':modal')].at(-1);
    const results = await checker.run(dialog ?? document, options);
    return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, rules[what]);
  expect(violations).toEqual([]);
}

const violationsOf = (type: 'tag' | 'rule', ...values: string[]): RunOptions => ({
  runOnly: { type, values },
  // Half of the time went into lists of what passes, and into loading style sheets again.
  resultTypes: ['violations'],
  preload: false,
});

const rules = {
  all: violationsOf('tag', 'wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'),
  colours: violationsOf('rule', 'color-contrast'),
};

/** Changes the width of an open page. Chromium computes lengths in `vw` anew only with the next frame. */
export async function resize(page: Page, width: number, height = 900): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

export const expectToFit = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    'nothing is wider than the screen',
  ).toBeLessThanOrEqual(0);

/** Checks the open view at its width in the dark theme, and on a phone in the light one, where axe looks at colours only. */
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

/** Waits for hydration. */
export async function ready(page: Page): Promise<void> {
  await page.locator('html[data-ready=true]').waitFor({ state: 'attached' });
}

/** Shows animations and smooth scrolling, which the other tests do without (playwright.config.ts). */
export const withMotion = (page: Page) => page.emulateMedia({ reducedMotion: 'no-preference' });

/** Waits until the three fonts have replaced their stand-ins. */
export async function facesAreHere(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    ['Hedvig Letters Serif', 'TASA Orbiter Variable', 'B612 Mono'].every((name) =>
      [...document.fonts].some(
        ({ family, status }) => family.replaceAll('"', '') === name && status === 'loaded',
      ),
    ),
  );
}

/** Delays requests to the address until the returned function is called: a slow network. */
export async function hold(
  page: Page,
  address: string,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held.promise;
    await answer(route);
  });
  return held.resolve;
}

export const holdScripts = (page: Page) => hold(page, '**/assets/hydrate-*.js');

/** Opens a page by a link, so that its data is fetched by the API, where a test can change it. */
export async function arriveAt(page: Page, name: 'Community ideas' | 'Blog'): Promise<void> {
  await page.goto('/workflow');
  await ready(page);
  await page.locator('footer').getByRole('link', { name, exact: true }).click();
}
