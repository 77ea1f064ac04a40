import type { Page } from '@playwright/test';
import {
  expect,
  hold,
  holdScripts,
  test,
  waitForFonts,
  waitForFrame,
  waitForHydration,
  withMotion,
} from './site.ts';

test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

/** Opens home through a link, so that its data comes from the API, where a test can intercept it. */
async function arriveHome(page: Page): Promise<void> {
  await page.goto('/workflow');
  await waitForHydration(page);
  await page.locator('header').getByRole('link', { name: 'Fledge, home' }).click();
}

test('home shows the hero, the journey, projects, pods and the links to take part', async ({
  page,
  request,
}) => {
  await page.goto('/');
  const hero = page.locator('#hero');
  await expect(hero).toContainText('5+ Apps Prototyped Since June 2025');
  await expect(hero.getByRole('heading', { level: 1 })).toHaveText('Where Innovation Takes Flight');
  await expect(hero).toContainText('AI and development lab');
  await expect(hero.locator('dt')).toHaveText([
    'Apps Built',
    'Active Pods',
    'Team Members',
    'Months Running',
  ]);

  const journey = page.locator('#journey');
  await expect(journey.getByRole('heading', { level: 2 })).toHaveText('The Fledge Journey');
  await expect(journey).toContainText('6 active pods');
  const items = journey.locator('.ms');
  await expect(items).toHaveCount(6);
  const types = await items.evaluateAll((all) =>
    all.map((item) => (item as HTMLElement).dataset.t),
  );
  expect(new Set(types).size).toBe(6);
  const dates = await items
    .locator('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
  expect(dates).toEqual(dates.toSorted());
  const colours = await items
    .locator('.ms-icon')
    .evaluateAll((all) => all.map((icon) => getComputedStyle(icon).color));
  expect(new Set(colours).size).toBe(6);

  const apps: { name: string; technologies: string[] }[] = await (
    await request.get('/api/apps')
  ).json();
  const rich = apps.find(({ technologies }) => technologies.length > 3);
  const richCard = page.locator('.project', {
    has: page.getByRole('heading', { name: rich?.name ?? '', exact: true }),
  });
  await expect(richCard.getByRole('list', { name: 'Technologies' }).locator('.tag')).toHaveText([
    ...(rich?.technologies.slice(0, 3) ?? []),
    `+${(rich?.technologies.length ?? 0) - 3}`,
  ]);

  const pods = await (await request.get('/api/pods')).json();
  const section = page.locator('#pods');
  await expect(section.getByRole('heading', { level: 2 })).toHaveText('Active Innovation Pods');
  await expect(section.locator('.pod')).toHaveCount(pods.length);
  const [pod] = pods;
  const card = section.locator('.pod').first();
  await expect(card).toContainText(`${pod.teamSize} members`);
  await expect(card).toContainText(`${pod.progress}%`);
  await expect(card).toContainText(/Since \w{3} \d{4}/);
  await expect(card.getByRole('progressbar')).toHaveAttribute(
    'aria-valuenow',
    String(pod.progress),
  );
  const active = section.locator('.pod', { hasText: 'Active' }).first().locator('.badge');
  expect(await active.evaluate((badge) => getComputedStyle(badge, '::after').animationName)).toBe(
    'pulse',
  );

  const join = page.locator('#join');
  await expect(join.getByRole('link', { name: /Submit an idea/ })).toHaveAttribute(
    'href',
    '/submit-idea',
  );
  await expect(join.getByRole('link', { name: /Join the team/ })).toHaveAttribute(
    'href',
    '/join-team',
  );

  const { totalApps } = await (await request.get('/api/stats')).json();
  const firstTile = page.locator('.count').first();
  await expect
    .poll(
      () =>
        firstTile.evaluate((tile) => Number(getComputedStyle(tile).getPropertyValue('--count'))),
      { message: 'with reduced motion the tiles stand still' },
    )
    .toBe(totalApps);

  await waitForHydration(page);
  await hero.getByRole('link', { name: 'View Projects' }).click();
  await expect(page.locator('#projects')).toBeFocused();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await hero.getByRole('link', { name: 'Join Our Team' }).click();
  await expect(page.locator('#join')).toBeFocused();
});

test('the tiles count up from 0 in 60 steps over 2 s, on one line, to the live figures', async ({
  page,
  request,
}) => {
  const stats = await (await request.get('/api/stats')).json();
  const figures = Object.values(stats).map(Number);
  await withMotion(page);
  await page.goto('/');
  const tiles = page.locator('.count');
  const timing = await tiles.first().evaluate((element) => {
    const [animation] = element.getAnimations();
    return {
      duration: animation?.effect?.getComputedTiming().duration,
      steps: getComputedStyle(element).animationTimingFunction,
    };
  });
  expect(timing).toEqual({ duration: 60 * 33, steps: 'steps(60)' });
  const shown = (progress: number) =>
    tiles.evaluateAll((elements, share) => {
      return elements.map((element) => {
        const [animation] = element.getAnimations();
        animation?.pause();
        if (animation) animation.currentTime = 1980 * share;
        return Number(getComputedStyle(element).getPropertyValue('--count'));
      });
    }, progress);
  expect(await shown(0)).toEqual([0, 0, 0, 0]);
  expect(await shown(0.5)).toEqual(figures.map((figure) => Math.round(figure / 2)));
  // The width of the digits changes while they count; the height of the line must not.
  await waitForFonts(page);
  const heights = await tiles.evaluateAll((elements) =>
    elements.flatMap((figure) => {
      const [counting] = figure.getAnimations();
      counting?.pause();
      return Array.from({ length: 60 }, (_, step) => {
        if (counting) counting.currentTime = step * 33 + 1;
        return getComputedStyle(figure, '::after').height;
      });
    }),
  );
  expect(heights).toHaveLength(4 * 60);
  expect(new Set(heights).size).toBe(1);

  expect(await shown(1)).toEqual(figures);
  await expect(tiles).toHaveText(figures.map(String));
});

test('the portfolio is filtered by category, in the address bar too, and View Details opens a dialog', async ({
  page,
  request,
}) => {
  const apps: { category: string; name: string }[] = await (await request.get('/api/apps')).json();
  await page.goto('/');
  await waitForHydration(page);
  const section = page.locator('#projects');
  await expect(section.getByRole('heading', { level: 2 })).toHaveText('Our Innovation Portfolio');
  const filters = section.getByRole('group', { name: 'Category' }).getByRole('link');
  await expect(filters).toHaveText(['All', 'AI Agent', 'Web App', 'Tool', 'Service']);
  await expect(filters.first()).toHaveAttribute('aria-current', 'true');
  await expect(section.locator('.project')).toHaveCount(apps.length);
  await section.getByRole('link', { name: 'AI Agent', exact: true }).click();
  const chosen = apps.filter(({ category }) => category === 'AI Agent');
  await expect(section.locator('.project h3')).toHaveText(chosen.map(({ name }) => name));
  await expect(page).toHaveURL(/category=AI\+Agent/);
  await page.reload();
  await waitForHydration(page);
  await expect(section.getByRole('link', { name: 'AI Agent' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await section.getByRole('link', { name: 'All' }).click();
  await expect(section.locator('.project')).toHaveCount(apps.length);
  await expect(page).not.toHaveURL(/category/);

  const opener = page.getByRole('link', { name: 'View Details of Sonogram' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sonogram' });
  await expect(dialog).toBeVisible();
  for (const text of ['Web App', 'Beta', 'Created 8 Jan 2026']) {
    await expect(dialog).toContainText(text);
  }
  await expect(
    dialog.getByRole('list', { name: 'Technologies' }).getByRole('listitem'),
  ).toHaveCount(4);
  await expect(dialog.getByRole('link', { name: 'Visit Demo' })).toHaveAttribute(
    'target',
    '_blank',
  );
  for (let stops = 0; stops < 6; stops += 1) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () =>
          document.activeElement === document.body ||
          Boolean(document.activeElement?.closest('dialog')),
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await page.mouse.click(10, 400);
  await expect(dialog, 'a press beside it').toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await dialog.getByRole('link', { name: 'Project page' }).click();
  await expect(page).toHaveURL(/\/project\/sonogram$/);
});

test('home loads, and shows odd data: an unknown milestone type, an empty category, no demo and no date', async ({
  page,
}) => {
  await page.route('**/api/milestones', (route) =>
    route.fulfill({
      json: [
        {
          id: '1',
          title: 'Odd',
          description: 'One',
          date: '2026-01-01',
          type: 'eclipse',
          version: 1,
        },
      ],
    }),
  );
  await page.route('**/api/apps', async (route) => {
    const apps: { category: string }[] = await (await route.fetch()).json();
    const bare = { ...apps[0], name: 'Bare', category: 'Service', demoUrl: null, createdAt: null };
    await route.fulfill({ json: [bare] });
  });
  const release = await hold(page, '**/api/pods');
  await arriveHome(page);
  await expect(page.getByText('Loading the lab')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where Innovation Takes Flight');
  await expect(page.locator('.ms'), 'it looks like a launch').toHaveAttribute('data-t', 'launch');
  await page.getByRole('link', { name: 'View Details of Bare' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bare' });
  await expect(dialog).toContainText('Created N/A');
  await expect(dialog.getByRole('link', { name: 'Visit Demo' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.locator('#projects').getByRole('link', { name: 'Tool', exact: true }).click();
  await expect(page.locator('#projects')).toContainText(
    'No apps found in this category yet. Check back soon!',
  );
});

test('home shows an error screen if any of its data fails, and says so if there is no data', async ({
  page,
  expectMessage,
}) => {
  await page.route('**/api/stats', (route) => route.fulfill({ json: null }));
  await arriveHome(page);
  await expect(page.getByText('No data available.')).toBeVisible();
  await page.unroute('**/api/stats');

  const failure = page.getByText('Failed to load Fledge data. Please try again.');
  for (const call of ['stats', 'milestones']) {
    await page.route(`**/api/${call}`, (route) => route.fulfill({ status: 500, body: 'no' }));
    await arriveHome(page);
    await expect(failure, call).toBeVisible();
    await page.unroute(`**/api/${call}`);
  }
  expectMessage('status of 500', '500: no');
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where Innovation Takes Flight');
});

test('the End key and the scroll bar reach the end of home, also after hydration', async ({
  page,
}) => {
  const toTheEnd = () =>
    page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY);
  for (const [method, width] of [
    ['the End key', 390],
    ['the scroll bar', 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('footer').waitFor();
    // Lines wrap differently once the fonts are loaded, and the page becomes longer or shorter.
    await waitForFonts(page);
    // Chromium drops keys that are pressed before the first frame of a page.
    await waitForFrame(page);
    if (method === 'the End key') await page.keyboard.press('End');
    else await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(toTheEnd, method).toBeLessThan(2);
    release();
    await waitForHydration(page);
    await expect.poll(toTheEnd, `${method}, after hydration`).toBeLessThan(2);
    await page.unrouteAll();
    await page.goto('about:blank');
  }
});
