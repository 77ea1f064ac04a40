import { expect, hold, ready, resize, test } from './site.ts';

test('a project page shows its pod, its stats and its actions', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/project/sonogram');
  await ready(page);
  const main = page.getByRole('main');
  await expect(main.locator('.pod h3')).toHaveText('Avocet');
  await expect(main.locator('.facts')).toContainText(/Created.*Days since creation/);
  await expect(main.getByRole('link', { name: 'Visit demo' })).toHaveAttribute('target', '_blank');
  await expect(main.getByRole('link', { name: 'View source' })).toBeVisible();
  await main.getByRole('button', { name: 'Copy link' }).click();
  await expect(main.getByRole('button', { name: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});

test('the four points of a flight path have their names below them', async ({ page }) => {
  await page.goto('/project/sonogram');
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

test('ideas, a post and a project show that they load, and what went wrong', async ({
  page,
  expectMessage,
}) => {
  for (const { from, link, api, loading, failure } of [
    {
      from: '/workflow',
      link: page.locator('footer').getByRole('link', { name: 'Community ideas' }),
      api: '**/api/ideas?*',
      loading: 'Loading ideas',
      failure: 'Failed to load ideas. Please try again later.',
    },
    {
      from: '/blog',
      link: page.getByRole('link', { name: 'A chart you can hear', exact: true }),
      api: '**/api/blogs/a-chart-you-can-hear',
      loading: 'Loading',
      failure: 'Failed to load blog posts. Please try again later.',
    },
    {
      from: '/#projects',
      link: page.getByRole('dialog').getByRole('link', { name: 'Project page' }),
      api: '**/api/apps/sonogram',
      loading: 'Loading',
      failure: 'Failed to load Fledge data. Please try again.',
    },
  ]) {
    const release = await hold(page, api, (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.goto(from);
    await ready(page);
    if (from === '/#projects') {
      await page.getByRole('link', { name: 'View Details of Sonogram' }).click();
    }
    await link.click();
    await expect(page.getByText(loading, { exact: true })).toBeVisible();
    release();
    await expect(page.getByText(failure)).toBeVisible();
    expectMessage('status of 500', '500: no');
    await page.unroute(api);
  }
});
