import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page, type Route } from '@playwright/test';

/** The built server with demo content, one for each worker, and a page that must stay quiet. */

export const admin = { username: 'admin', password: 'browser tests' };

interface Fixtures {
  /** What the console said and should not have. Empty at the end of every test, or the test fails. */
  console: string[];
}

export const test = base.extend<Fixtures, { server: string }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'fledge-browser-'));
      const child = spawn(process.execPath, ['dist/server/start.js'], {
        env: {
          PATH: process.env.PATH,
          PORT: '0',
          DATA_DIR: dataDir,
          RATE_LIMITS: 'off',
          LOG_LEVEL: 'warn',
          ADMIN_PASSWORD: admin.password,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await use(await addressOf(child));
      child.kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  baseURL: ({ server }, use) => use(server),

  console: [
    async ({ page }, use) => {
      const said: string[] = [];
      page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => said.push(`error: ${error.message}`));
      await use(said);
      expect(said).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

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
  { path: '/', title: 'Fledge: Where innovation takes flight' },
  { path: '/project/sonogram', title: 'Sonogram · Fledge' },
  { path: '/blog', title: 'Blog · Fledge' },
  { path: '/blog/a-chart-you-can-hear', title: 'A chart you can hear · Fledge' },
  { path: '/contact', title: 'Contact · Fledge' },
  { path: '/ideas', title: 'Community Ideas · Fledge' },
  { path: '/submit-idea', title: 'Submit your idea · Fledge' },
  { path: '/join-team', title: 'Join the team · Fledge' },
  { path: '/workflow', title: 'How the lab works · Fledge' },
  { path: '/nowhere', title: '404 Page Not Found · Fledge' },
];

export const themes = ['dark', 'light'] as const;
export const widths = [1440, 390] as const;

export async function useTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
}

/** As the page's own switch does, for a page that is open. */
export async function switchTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((value) => {
    // What is out of sight would change its colours only once it is looked at.
    const style = document.createElement('style');
    style.textContent = '* { transition: none !important }';
    document.head.append(style);
    document.documentElement.dataset.theme = value;
  }, theme);
}

/**
 * Colours are measured where they come to rest; the pulse of an active pod never does. In another theme a page
 * differs in nothing but them.
 */
export async function expectAccessible(page: Page, what: 'all' | 'colours' = 'all') {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
    }
  });
  const axe = new AxeBuilder({ page });
  const { violations } = await (what === 'colours'
    ? axe.withRules(['color-contrast'])
    : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  ).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

export const expectToFit = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    'nothing is wider than the screen',
  ).toBeLessThanOrEqual(0);

/** Once the scripts have taken over. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
}

/** Once the three faces show instead of what stands in for them. */
export async function facesAreHere(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    ['Hedvig Letters Serif', 'TASA Orbiter Variable', 'B612 Mono'].every((name) =>
      [...document.fonts].some(({ family }) => family.replaceAll('"', '') === name),
    ),
  );
}

/** What is asked for at the address waits until it is let go: a slow network. */
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

export const holdScripts = (page: Page) => hold(page, '**/assets/client-*.js');

/** A page load that answers 404 is told on the console by the browser itself. */
export function expectNotFoundNotice(said: string[]): void {
  const notice = /status of 404/;
  expect(said.every((line) => notice.test(line))).toBe(true);
  said.length = 0;
}

/** By a link, so that the data comes over the network, where a test can touch it. */
export async function arriveAt(page: Page, name: 'Community ideas' | 'Blog'): Promise<void> {
  await page.goto('/workflow');
  await ready(page);
  await page.locator('footer').getByRole('link', { name, exact: true }).click();
}
