import type { Page } from '@playwright/test';
import { expect, facesAreHere, hold, ready, test } from './site.ts';

/** The three faces: what shows, what is fetched for it, and what shows until then. */

const parts = {
  h1: /^Hedvig Letters Serif/,
  'main p': /^TASA Orbiter/,
  'main .label': /^B612 Mono/,
};

for (const javaScriptEnabled of [true, false]) {
  test.describe(`scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('every face shows, and one file of each is fetched', async ({ page }) => {
      const files = watchFiles(page);
      await page.goto('/workflow');
      for (const [part, face] of Object.entries(parts)) {
        await expect.poll(() => facesOf(page, part)).toEqual([expect.stringMatching(face)]);
      }
      expect(files.sort()).toEqual(['b612-mono-basic', 'hedvig-basic', 'orbiter-basic']);
    });
  });
}

test('a letter that is not in the first file comes from another of the same face', async ({
  page,
}) => {
  await page.goto('/workflow');
  await ready(page);
  await facesAreHere(page);
  const files = watchFiles(page);
  await page.locator('h1').evaluate((title) => {
    title.textContent = 'Âge, Őrség';
  });
  await expect.poll(() => files.toSorted()).toEqual(['hedvig-latin', 'hedvig-latin-ext']);
  await expect.poll(() => facesOf(page, 'h1')).toEqual([expect.stringMatching(parts.h1)]);
});

test('until its file is here a face is not known, and what stands in is as wide', async ({
  page,
}) => {
  const letGo = await hold(page, '**/*.woff2');
  await page.goto('/workflow', { waitUntil: 'domcontentloaded' });
  await ready(page);
  for (const [part, face] of Object.entries(parts)) {
    expect(await facesOf(page, part)).toEqual([expect.not.stringMatching(face)]);
  }
  const known = () => page.evaluate(() => [...document.fonts].map(({ family }) => family));
  expect(String(await known())).not.toMatch(/Hedvig Letters Serif|TASA Orbiter|B612 Mono/);
  const before = await widths(page);

  letGo();
  await facesAreHere(page);
  for (const [part, face] of Object.entries(parts)) {
    await expect.poll(() => facesOf(page, part)).toEqual([expect.stringMatching(face)]);
  }
  const after = await widths(page);
  for (const [at, name] of ['Hedvig', 'Orbiter', 'B612'].entries()) {
    // A machine may have none of the fonts that we know to stand in.
    if (!(await isThere(page, `${name} Stand-in`))) continue;
    expect(Math.abs((before[at] ?? 0) / (after[at] ?? 0) - 1), name).toBeLessThan(0.03);
  }
});

test('letters of which we have no file are drawn by what stands in', async ({ page }) => {
  await page.goto('/workflow');
  await ready(page);
  await facesAreHere(page);
  const label = page.locator('main .label').first();
  const widthIn = (family: string) =>
    label.evaluate((element, name) => {
      element.textContent = '→├─ЖαΩ';
      element.style.fontFamily = name;
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().width;
    }, family);
  const list = await label.evaluate((element) => getComputedStyle(element).fontFamily);
  expect(list).toContain('"B612 Rest"');
  expect(await widthIn(list)).toBe(await widthIn(list.replace(/^.*(?="B612 Rest")/, '')));
});

test('where a file cannot be had, what stands in stays', async ({ page, console: said }) => {
  await page.route('**/*.woff2', (route) => route.abort());
  await page.goto('/workflow');
  await ready(page);
  await expect(page.locator('h1')).toBeVisible();
  expect(await facesOf(page, 'h1')).toEqual([expect.not.stringMatching(parts.h1)]);
  expect(said.filter((line) => !line.includes('net::ERR_FAILED'))).toEqual([]);
  said.length = 0;
});

/** The font files asked for from now on, without what the build adds to their names. */
function watchFiles(page: Page): string[] {
  const files: string[] = [];
  page.on('request', (request) => {
    const name = request.url().match(/([\w-]+)-[\w-]{8}\.woff2$/)?.[1];
    if (name) files.push(name);
  });
  return files;
}

const isThere = (page: Page, family: string) =>
  page.evaluate(
    (name) =>
      document.fonts.load(`1em "${name}"`).then(
        ({ length }) => length > 0,
        () => false,
      ),
    family,
  );

/** Of the first line or so of each part's text. */
const widths = (page: Page) =>
  page.evaluate(
    (selectors) =>
      selectors.map((selector) => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector(selector) as Element);
        return range.getClientRects()[0]?.width ?? 0;
      }),
    Object.keys(parts),
  );

/** The names of what the browser really draws with. */
async function facesOf(page: Page, selector: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  await devtools.detach();
  return fonts.map(({ familyName }) => familyName);
}
