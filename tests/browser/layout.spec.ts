import type { Page } from '@playwright/test';
import { expect, expectToFit, facesAreHere, ready, resize, test } from './site.ts';

/** The layout of pages: drawings next to text, columns, focus rings, and print. */

/** The widths of a phone in landscape, a desktop at 200 % zoom, tablets, and a desktop. */
const widths = [640, 720, 768, 1024, 1100, 1440];

for (const path of ['/', '/ideas', '/workflow', '/nowhere']) {
  test(`no line of a drawing crosses text on ${path}`, async ({ page, expectMessage }) => {
    await page.goto(path);
    await ready(page);
    if (path === '/nowhere') expectMessage('status of 404');
    await facesAreHere(page);
    for (const width of widths) {
      await resize(page, width);
      // Polls because a busy browser applies the new size some frames later.
      await expect.poll(() => crossings(page), `${width} px`).toEqual([]);
    }
  });
}

/** Returns the texts that a line of a drawing crosses. */
const crossings = (page: Page) =>
  page.evaluate(() => {
    const texts: { text: string; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode;
      if (!textContent?.trim() || !parent?.checkVisibility() || parent.closest('.sr')) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const box of range.getClientRects()) texts.push({ text: textContent, box });
    }
    const crossed = new Set<string>();
    const lines = '.route, .climb-line path, .plate-art :is(.ph, .pf)';
    for (const line of document.querySelectorAll<SVGPathElement>(lines)) {
      const toScreen = line.getScreenCTM();
      if (!toScreen || !line.checkVisibility()) continue;
      const frame = line.ownerSVGElement as SVGSVGElement;
      const isClipped = getComputedStyle(frame).overflow !== 'visible';
      const shown = frame.getBoundingClientRect();
      const length = line.getTotalLength();
      for (let step = 0; step <= 300; step += 1) {
        const { x, y } = line.getPointAtLength((length * step) / 300).matrixTransform(toScreen);
        if (isClipped && (x < shown.left || x > shown.right)) continue;
        for (const { text, box } of texts) {
          const isInside = x > box.left && x < box.right && y > box.top + 2 && y < box.bottom - 2;
          if (isInside) crossed.add(text);
        }
      }
    }
    return [...crossed];
  });

test('cards stand in two columns from 640 px, in three on a desktop', async ({ page }) => {
  await page.goto('/');
  await ready(page);
  for (const [width, columns] of [
    [390, 1],
    [640, 2],
    [768, 2],
    [1024, 2],
    [1440, 3],
  ] as const) {
    await resize(page, width);
    for (const id of ['projects', 'pods']) {
      const template = await page
        .locator(`#${id} .grid3`)
        .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns);
      expect(template.split(' '), `${id} at ${width} px`).toHaveLength(columns);
    }
  }
});

test('the focus ring of the bar is whole, and every filter can be reached', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto('/ideas');
  await ready(page);
  await page.getByRole('button', { name: 'Dismiss notice' }).focus();
  await page.keyboard.press('Enter');
  const rings = await page
    .locator('.nav-grid > button, .nav-in > .brand, .nav-links a, .filters > *')
    .evaluateAll((all) =>
      all.map((element) => {
        (element as HTMLElement).focus({ preventScroll: true });
        const { outlineOffset, outlineWidth } = getComputedStyle(element);
        const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
        const box = element.getBoundingClientRect();
        const frame = element.closest('.filters')?.getBoundingClientRect();
        return {
          name: element.textContent,
          isWhole: box.left - reach >= (frame?.left ?? 0) && box.top - reach >= (frame?.top ?? 0),
        };
      }),
    );
  expect(rings.length).toBeGreaterThan(8);
  expect(rings.filter(({ isWhole }) => !isWhole)).toEqual([]);
});

test('paper shows no buttons, and a heading stays with what it stands above', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  for (const path of ['/', '/blog', '/blog/a-chart-you-can-hear', '/project/sonogram']) {
    await page.goto(path);
    await ready(page);
    const pressable = page.locator('button, .btn, nav, input, .filters, .article-end');
    await expect(pressable.filter({ visible: true }), path).toHaveCount(0);
    const breaks = await page
      .locator('main :is(h1, h2, h3)')
      .evaluateAll((all) => all.map((heading) => getComputedStyle(heading).breakAfter));
    expect(new Set(breaks), path).toEqual(new Set(['avoid']));
  }
});

test('words longer than a phone is wide break', async ({ page, request }) => {
  const word = 'Donaudampfschifffahrt'.repeat(9);
  await request.post('/api/ideas', {
    data: {
      title: word,
      submitterName: word,
      problemStatement: `https://example.org/${word}`,
      proposedSolution: word,
      targetAudience: word,
      expectedImpact: word,
    },
  });
  await page.goto('/ideas');
  await expect(page.getByRole('heading', { name: word })).toBeVisible();
  for (const width of [390, 1440]) {
    await resize(page, width, 800);
    await expectToFit(page);
  }
});
