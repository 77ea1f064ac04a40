import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import pino from 'pino';
import { createApi } from '#server/api/api.ts';
import { renderMarkdown } from '#server/markdown.ts';
import { builtPages } from '#server/pages/built.ts';
import { createPasswords } from '#server/passwords.ts';
import { createEncoder } from '#server/pictures/encode.ts';
import { openStore } from '#server/store/open.ts';
import { findChromium, launchOptions } from '../tests/chromium.ts';
import { demoPages } from '../tests/pages.ts';
import { median } from './load.ts';
import { folder } from './servers.ts';

export const pages = demoPages.map(({ path }) => path);

/** Returns the median milliseconds to render each page without the cache, from the database to the HTML. */
export async function renderTimes(dataDir: string): Promise<Record<string, number>> {
  const store = await openStore({ databaseUrl: undefined, dataDir });
  const api = createApi({
    db: store.db,
    write: store.write,
    longReads: store.longReads,
    search: store.search,
    findTitles: store.findTitles,
    isTemporary: store.isTemporary,
    clock: () => new Date(),
    passwords: createPasswords(),
    articles: { render: async (source) => renderMarkdown(source) },
    encodePicture: createEncoder(),
    rateLimits: false,
    inception: '2025-06',
    mail: undefined,
    oidc: undefined,
    siteName: 'Fledge',
    logger: pino({ level: 'silent' }),
  });
  const { render } = await builtPages({
    server: undefined as never,
    api,
    origin: 'http://127.0.0.1',
    readPicture: async () => undefined,
  });
  const times: Record<string, number> = {};
  for (const page of pages) {
    const all: number[] = [];
    for (let number = 0; number < 60; number += 1) {
      const began = performance.now();
      await render(page, '');
      all.push(performance.now() - began);
    }
    times[page] = median(all.slice(10));
  }
  await store.close();
  return times;
}

/** Returns the kB that a first visit to `page` transfers, with brotli, by kind of file. */
export async function bytesOf(origin: string, page: string) {
  const size = async (address: string) => {
    const response = await fetch(origin + address, { headers: { 'accept-encoding': 'br' } });
    const html = await response.text();
    return { html, bytes: Number(response.headers.get('content-length')) };
  };
  const { html, bytes } = await size(page);
  const named = (name: string) =>
    html
      .match(new RegExp(`<meta name="${name}" content="([^"]*)"`))?.[1]
      ?.split(' ')
      .filter(Boolean) ?? [];
  const sum = async (addresses: string[]) => {
    const all = await Promise.all(addresses.map(async (address) => (await size(address)).bytes));
    return kB(all.reduce((total, one) => total + one, 0));
  };
  // The `-basic-` file of each font has the letters of English texts. Few pages need another file.
  const fonts = [...html.matchAll(/url\(([^)]+-basic-[^)]+\.woff2)\)/g)].map(
    ([, address = '']) => address,
  );
  return {
    html: kB(bytes),
    scripts: await sum([...named('modules'), ...named('scripts')]),
    fonts: await sum(fonts),
  };
}

const kB = (bytes: number) => (bytes / 1000).toFixed(1);

/**
 * Measures the First Contentful Paint of /ideas on the sites `few` (24 ideas) and `many` (10,000 ideas), and the
 * longest task while a visitor to `many` types. Returns the results as one sentence.
 */
export async function typing(few: string, many: string): Promise<string> {
  const browser = await chromium.launch(launchOptions());
  const firstPaint = async (origin: string) => {
    const times: number[] = [];
    for (let number = 0; number < 7; number += 1) {
      const page = await browser.newPage();
      await page.goto(`${origin}/ideas`);
      times.push(
        await page.evaluate(
          () =>
            new Promise<number>((resolve) =>
              new PerformanceObserver((list) => {
                const paint = list.getEntriesByName('first-contentful-paint')[0];
                if (paint) resolve(paint.startTime);
              }).observe({ type: 'paint', buffered: true }),
            ),
        ),
      );
      await page.close();
    }
    return median(times);
  };
  const [small, large] = [await firstPaint(few), await firstPaint(many)];
  const longest: number[] = [];
  for (let number = 0; number < 5; number += 1) longest.push(await longestTask(browser, many));
  await browser.close();
  const tasks = longest.map((ms) => (ms === 0 ? 'under 50' : Math.round(ms))).join(', ');
  return (
    `/ideas, first paint: ${Math.round(small)} ms with 24, ${Math.round(large)} ms with 10,000 ` +
    `(${(large / small).toFixed(2)} ×). ` +
    `Longest task while typing in the search of 10,000, visit by visit: ${tasks} ms`
  );
}

/**
 * Returns the milliseconds of the longest task while a visitor types into the search. It returns 0 if all tasks were
 * shorter than 50 ms, because browsers report only longer tasks.
 */
async function longestTask(browser: Browser, origin: string): Promise<number> {
  const page = await browser.newPage();
  await page.goto(`${origin}/ideas`);
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true');
  // Focuses the field before the measurement, because Playwright causes a long task when it looks for the field.
  await page.getByRole('searchbox').focus();
  await page.evaluate(() => {
    const measured = window as unknown as { longest: number };
    measured.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        measured.longest = Math.max(measured.longest, duration);
    }).observe({ type: 'longtask' });
  });
  await page.keyboard.type('idea number 77', { delay: 80 });
  // Waits until the list shows the result for the whole text.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.idea h2')].every((title) => title.textContent?.includes('77')),
  );
  const longest = await page.evaluate(() => (window as unknown as { longest: number }).longest);
  await page.close();
  return longest;
}

/**
 * Returns a Markdown table with the medians of several Lighthouse runs per page (mobile, simulated throttling), or a
 * sentence that says why Lighthouse failed.
 */
export async function lighthouse(origin: string, visits: number): Promise<string> {
  const rows = [
    '| page | performance | accessibility | best practices | SEO | FCP s | LCP s | TBT ms | CLS |',
    '|---|---|---|---|---|---|---|---|---|',
  ];
  for (const page of pages) {
    const figures: number[][] = [];
    for (let visit = 0; visit < visits; visit += 1) {
      let result = visitOnce(origin + page);
      // Tries again, because Lighthouse sometimes fails to record a trace.
      for (let again = 0; again < 4 && typeof result === 'string'; again += 1) {
        result = visitOnce(origin + page);
      }
      if (typeof result === 'string') return `Lighthouse could not be had here: ${result}`;
      figures.push(result);
    }
    const medians = decimals.map((places, at) =>
      median(figures.map((visit) => visit[at] ?? 0)).toFixed(places),
    );
    rows.push(`| ${[page, ...medians].join(' | ')} |`);
  }
  return rows.join('\n');
}

const scores = ['performance', 'accessibility', 'best-practices', 'seo'];
const decimals = [0, 0, 0, 0, 2, 2, 0, 3];

/** Returns the figures of one Lighthouse run or, if it fails, the last line of its error output. */
function visitOnce(url: string): number[] | string {
  const report = path.join(folder, 'lighthouse.json');
  const { status, stderr } = spawnSync(
    'npx',
    [
      '--yes',
      'lighthouse@13',
      url,
      '--output=json',
      `--output-path=${report}`,
      '--quiet',
      '--chrome-flags=--headless --no-sandbox --disable-gpu --disable-background-networking',
    ],
    { encoding: 'utf8', env: { ...process.env, CHROME_PATH: findChromium() }, timeout: 180_000 },
  );
  if (status !== 0) return stderr.trim().split('\n').at(-1) ?? '';
  const { categories, audits } = JSON.parse(readFileSync(report, 'utf8'));
  return [
    ...scores.map((name) => categories[name].score * 100),
    audits['first-contentful-paint'].numericValue / 1000,
    audits['largest-contentful-paint'].numericValue / 1000,
    audits['total-blocking-time'].numericValue,
    audits['cumulative-layout-shift'].numericValue,
  ];
}
