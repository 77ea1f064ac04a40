import { expect, resize, test, waitForHydration } from './site.ts';

test('a project page shows its pod, stats and actions, and names below the points of its flight path', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/project/sonogram');
  await waitForHydration(page);
  const main = page.getByRole('main');
  await expect(main.locator('.pod h3')).toHaveText('Avocet');
  await expect(main.locator('.facts')).toContainText(/Created.*Days since creation/);
  await expect(main.getByRole('link', { name: 'Visit demo' })).toHaveAttribute('target', '_blank');
  await expect(main.getByRole('link', { name: 'View source' })).toBeVisible();
  await main.getByRole('button', { name: 'Copy link' }).click();
  await expect(main.getByRole('button', { name: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

  for (const width of [320, 390, 1440]) {
    await resize(page, width);
    const stages = page.getByRole('list', { name: 'Stages' }).getByRole('listitem');
    await expect(stages).toHaveText(['In Development', 'Prototype', 'Beta', 'Live']);
    await expect(stages.and(page.locator('[aria-current="step"]'))).toHaveText('Beta');
    const boxes = await stages.evaluateAll((all) =>
      all.map((stage) => stage.getBoundingClientRect().toJSON() as DOMRect),
    );
    const points = await page
      .locator('.flight .fp-node')
      .evaluateAll((all) => all.map((node) => node.getBoundingClientRect().x));
    expect(points).toHaveLength(4);
    boxes.forEach((box, index) => {
      expect(box.left).toBeGreaterThan(boxes[index - 1]?.right ?? 0);
      expect(box.left - 8).toBeLessThan(points[index] ?? 0);
      expect(box.right + 8).toBeGreaterThan(points[index] ?? Infinity);
      expect(box.right).toBeLessThan(width);
    });
  }
});
