import { expect, expectToFit, resize, test, waitForHydration } from './site.ts';

/** The layout of pages: focus rings, filters, print, and long words. */

test('long words break on a phone; a focused filter is in view there; focus rings are whole on a desktop', async ({
  page,
  request,
}) => {
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
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/ideas');
  await waitForHydration(page);
  const card = page.locator('.idea', { has: page.getByRole('heading', { name: word }) }).first();
  await expect(card).toBeVisible();
  // A card clips its content, so words that are too long do not widen the page.
  const tooLong = () => card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await tooLong(), 'pixels by which the words are wider than the card').toBe(0);
  await expectToFit(page);
  const filter = page.locator('.filter', { hasText: 'In Development' });
  await filter.scrollIntoViewIfNeeded();
  await page.locator('.filter').first().focus();
  while (!(await filter.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await expect(filter).toBeInViewport({ ratio: 1 });

  await resize(page, 1024);
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
  await resize(page, 1440, 800);
  expect(await tooLong()).toBe(0);
  await expectToFit(page);
});

test('printed pages show no buttons, and headings stay with the text below them', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/project/sonogram');
  await waitForHydration(page);
  for (const path of ['/project/sonogram', '/', '/blog', '/blog/a-chart-you-can-hear']) {
    if (path !== '/project/sonogram') {
      // Paper shows no navigation, so these links cannot be clicked by a pointer.
      await page
        .locator(`a[href="${path}"]`)
        .first()
        .evaluate((link: HTMLElement) => link.click());
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    }
    const pressable = page.locator('button, .btn, nav, input, .filters, .article-end');
    await expect(pressable.filter({ visible: true }), path).toHaveCount(0);
    const breaks = await page
      .locator('main :is(h1, h2, h3)')
      .evaluateAll((all) => all.map((heading) => getComputedStyle(heading).breakAfter));
    expect(new Set(breaks), path).toEqual(new Set(['avoid']));
  }
});
