import type { Page } from '@playwright/test';
import {
  expect,
  hold,
  holdScripts,
  isolatedTest as test,
  waitForFonts,
  waitForHydration,
} from './site.ts';

/** The fonts: which font is drawn, which files are fetched, and which fallback font is drawn until they arrive. */

const parts = {
  h1: /^Hedvig Letters Serif/,
  'main p': /^TASA Orbiter/,
  'main .label': /^B612 Mono/,
};

test('every font shows before the scripts arrive, from one file each; other letters load other files', async ({
  page,
}) => {
  const release = await holdScripts(page);
  const basic = watchFiles(page);
  await page.goto('/workflow', { waitUntil: 'commit' });
  await page.locator('footer').waitFor();
  for (const [part, face] of Object.entries(parts)) {
    await expect.poll(() => facesOf(page, part)).toEqual([expect.stringMatching(face)]);
  }
  release();
  await waitForHydration(page);
  await waitForFonts(page);
  expect(basic.sort()).toEqual(['b612-mono-basic', 'hedvig-basic', 'orbiter-basic']);
  const files = watchFiles(page);
  await page.locator('h1').evaluate((title) => {
    title.textContent = 'Âge, Őrség';
  });
  await expect.poll(() => files.toSorted()).toEqual(['hedvig-latin', 'hedvig-latin-ext']);
  await expect.poll(() => facesOf(page, 'h1')).toEqual([expect.stringMatching(parts.h1)]);

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
  expect(list).toContain('"B612 Stand-in"');
  expect(await widthIn(list)).toBe(await widthIn(list.replace(/^.*(?="B612 Stand-in")/, '')));
});

test('code has its own font, in which "(" is curved and "[" is not', async ({ page }) => {
  const files = watchFiles(page);
  await page.goto('/blog/how-many-examples-before-you-believe-it');
  await waitForHydration(page);
  await expect
    .poll(() => facesOf(page, '.prose pre code'))
    .toEqual([expect.stringMatching(/^Fira Mono/)]);
  expect(files).toContain('fira-mono-basic');

  const bows = await page
    .locator('.prose pre')
    .first()
    .evaluate((pre) => {
      const { fontSize, fontFamily } = getComputedStyle(pre);
      const canvas = document
        .createElement('canvas')
        .getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
      canvas.font = `${fontSize} ${fontFamily}`;
      /** Returns by how many pixels the ends of the character's stem are to the right of its middle. */
      const bowOf = (sign: string) => {
        canvas.clearRect(0, 0, 20, 20);
        canvas.fillText(sign, 4, 14);
        const { data } = canvas.getImageData(0, 0, 20, 20);
        const centres: number[] = [];
        for (let y = 0; y < 20; y += 1) {
          const inks = Array.from({ length: 20 }, (_, x) => data[(y * 20 + x) * 4 + 3] ?? 0);
          const ink = inks.reduce((sum, each) => sum + each, 0);
          if (ink > 60) centres.push(inks.reduce((sum, each, x) => sum + each * x, 0) / ink);
        }
        const at = (share: number) => centres[Math.round((centres.length - 1) * share)] ?? 0;
        return (at(0.2) + at(0.8)) / 2 - at(0.5);
      };
      return { fontSize, round: bowOf('('), square: bowOf('[') };
    });
  expect(bows.fontSize).toBe('13px');
  expect(bows.round).toBeGreaterThan(0.7);
  expect(Math.abs(bows.square)).toBeLessThan(0.2);
});

test('if a font cannot be loaded its fallback stays; until it is loaded, a fallback of equal width shows', async ({
  page,
  expectMessage,
}) => {
  await page.route('**/*.woff2', (route) => route.abort());
  await page.goto('/workflow');
  await waitForHydration(page);
  await expect(page.locator('h1')).toBeVisible();
  expect(await facesOf(page, 'h1')).toEqual([expect.not.stringMatching(parts.h1)]);
  expectMessage('net::ERR_FAILED');
  await page.unrouteAll();

  const release = await hold(page, '**/*.woff2');
  await page.reload({ waitUntil: 'domcontentloaded' });
  await waitForHydration(page);
  for (const [part, face] of Object.entries(parts)) {
    expect(await facesOf(page, part)).toEqual([expect.not.stringMatching(face)]);
  }
  const before = await widths(page);

  release();
  await waitForFonts(page);
  for (const [part, face] of Object.entries(parts)) {
    await expect.poll(() => facesOf(page, part)).toEqual([expect.stringMatching(face)]);
  }
  const after = await widths(page);
  for (const [at, name] of ['Hedvig', 'Orbiter', 'B612'].entries()) {
    // The fallback fonts use fonts of the machine, which may lack some of them.
    if (!(await isInstalled(page, `${name} Stand-in`))) continue;
    expect(Math.abs((before[at] ?? 0) / (after[at] ?? 0) - 1), name).toBeLessThan(0.03);
  }
});

/** Collects the names of the font files requested from now on, without the hash of the build. */
function watchFiles(page: Page): string[] {
  const files: string[] = [];
  page.on('request', (request) => {
    const name = request.url().match(/([\w-]+)-[\w-]{8}\.woff2$/)?.[1];
    if (name) files.push(name);
  });
  return files;
}

const isInstalled = (page: Page, family: string) =>
  page.evaluate(
    (name) =>
      document.fonts.load(`1em "${name}"`).then(
        ({ length }) => length > 0,
        () => false,
      ),
    family,
  );

/** Returns the width of the first line of each part's text. */
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

/** Returns the names of the fonts with which the browser draws the element. */
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
