import type { Page } from '@playwright/test';
import { arriveAt, expect, holdScripts, ready, test } from './site.ts';

test('ideas are searched over title, problem and solution, and the search can be shared', async ({
  page,
  request,
}) => {
  // The oldest: other tests submit new ones while this one runs.
  const idea = (await (await request.get('/api/ideas')).json()).at(-1);
  await page.goto('/ideas');
  await ready(page);
  const titles = page.locator('.idea h2');
  const search = page.getByRole('searchbox');
  for (const text of [idea.title, idea.problemStatement, idea.proposedSolution]) {
    await search.fill(text.slice(4, 40).toUpperCase());
    await expect(titles).toHaveText([idea.title]);
  }
  await expect(page).toHaveURL(/\?q=/);
  await page.reload();
  await expect(titles).toHaveText([idea.title]);
  await expect(search).toHaveValue(/.+/);
  await search.fill('nothing says this');
  await expect(page.getByRole('heading', { name: 'No ideas found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '0 ideas' })).toBeAttached();
});

test('ideas are filtered by status; rejected works by address alone', async ({ page, request }) => {
  const ideas: { status: string }[] = await (await request.get('/api/ideas')).json();
  const count = (status: string) => ideas.filter((idea) => idea.status === status).length;
  await page.goto('/ideas');
  await ready(page);
  const filters = page.getByRole('group', { name: 'Status' }).getByRole('button');
  await expect(filters).toHaveText([
    /^All/,
    /^Pending/,
    /^Under Review/,
    /^Approved/,
    /^In Development/,
  ]);
  for (const [name, status] of [
    ['Pending', 'pending'],
    ['Under Review', 'under_review'],
    ['Approved', 'approved'],
    ['In Development', 'in_development'],
  ] as const) {
    await filters.filter({ hasText: name }).click();
    if (status !== 'pending') await expect(page.locator('.idea')).toHaveCount(count(status));
    await expect(page.locator('.idea .badge').first()).toHaveText(name);
    await expect(page).toHaveURL(new RegExp(`status=${status}$`));
  }
  await page.goto('/ideas?status=rejected');
  await expect(page.locator('.idea')).toHaveCount(count('rejected'));
  await expect(page.locator('.idea .badge')).toHaveText('Rejected');
});

test('an idea card shows everything it should', async ({ page, request }) => {
  const ideas: { title: string; submitterName: string; requiredExpertise: string[] }[] = await (
    await request.get('/api/ideas')
  ).json();
  const idea = ideas.find(({ requiredExpertise }) => requiredExpertise.length > 3);
  await page.goto('/ideas');
  const card = page.locator('.idea', { hasText: idea?.title ?? '' });
  await expect(card).toContainText(idea?.submitterName ?? '');
  await expect(card.locator('time')).toHaveText(/^\d+ \w+ \d{4}$/);
  await expect(card.getByRole('listitem')).toHaveText([
    ...(idea?.requiredExpertise.slice(0, 3) ?? []),
    `+${(idea?.requiredExpertise.length ?? 0) - 3}`,
  ]);
});

test('ideas without a date, of an unknown status, or none at all', async ({ page }) => {
  await page.route('**/api/ideas?*', async (route) => {
    const page = await (await route.fetch()).json();
    const idea = { ...page.items[0], createdAt: null, status: 'lost' };
    await route.fulfill({ json: { ...page, items: [idea], total: 1 } });
  });
  await arriveAt(page, 'Community ideas');
  await expect(page.locator('.idea')).toContainText('N/A');
  await expect(page.locator('.idea .badge')).toHaveText('Pending');

  await page.unroute('**/api/ideas?*');
  await page.route('**/api/ideas?*', (route) =>
    route.fulfill({ json: { items: [], total: 0, counts: {} } }),
  );
  await arriveAt(page, 'Community ideas');
  await expect(
    page.getByText('No ideas have been submitted yet. Be the first to submit an idea!'),
  ).toBeVisible();
});

test('ideas that cannot be loaded say so, and can be retried', async ({ page, console: said }) => {
  await page.route('**/api/ideas?*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await arriveAt(page, 'Community ideas');
  await expect(page.getByText('Failed to load ideas. Please try again later.')).toBeVisible();
  said.length = 0;
  await page.unroute('**/api/ideas?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.locator('.idea').first()).toBeVisible();
});

test('a search that fails keeps what was typed, and can be retried', async ({
  page,
  console: said,
}) => {
  await page.goto('/ideas');
  await ready(page);
  await page.route('**/api/ideas?*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.getByRole('searchbox').fill('choirs');
  await expect(page.getByText('Failed to load ideas. Please try again later.')).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('choirs');
  await expect(page.getByRole('button', { name: 'Approved' })).toBeVisible();
  said.length = 0;
  await page.unroute('**/api/ideas?*');
  await page.getByRole('button', { name: 'Retry' }).press('Enter');
  await expect(page.locator('.idea')).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toHaveValue('choirs');
  await expect(page.locator('section:focus .idea')).toBeVisible();
});

test('a search typed before the scripts arrive is applied', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/ideas', { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('no idea has these words');
  release();
  await expect(page.locator('.idea')).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toHaveValue('no idea has these words');
});

/** So many ideas, as the API would answer them. */
async function manyIdeas(page: Page, length: number): Promise<string[]> {
  const asked: string[] = [];
  const [idea] = await (await page.request.get('/api/ideas')).json();
  await page.route('**/api/ideas?*', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    asked.push(query.toString());
    const all = Array.from({ length }, (_, index) => ({
      ...idea,
      id: `idea-${index}`,
      title: `Idea number ${index}`,
    }));
    const found = all.filter(({ title }) => title.toLowerCase().includes(query.get('q') ?? ''));
    await route.fulfill({
      json: {
        items: found.slice(0, Number(query.get('limit'))),
        total: found.length,
        counts: { pending: length },
      },
    });
  });
  return asked;
}

test('1,000 ideas are fetched once and searched here, and shown as they come near', async ({
  page,
}) => {
  const asked = await manyIdeas(page, 1000);
  await arriveAt(page, 'Community ideas');
  await expect(page.locator('.idea')).toHaveCount(48);
  await page.getByRole('searchbox').focus();
  await expect.poll(() => asked.length).toBe(2);
  await page.getByRole('searchbox').fill('number 777');
  await expect(page.locator('.idea h2')).toHaveText(['Idea number 777']);
  await page.getByRole('searchbox').fill('number 77');
  await expect(page.locator('.idea')).toHaveCount(11);
  expect(asked.length, 'no key press asks the server').toBe(2);
  await page.getByRole('searchbox').fill('');
  await expect(page.locator('.idea')).toHaveCount(48);
  await page.getByRole('link', { name: 'Show more ideas' }).scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator('.idea').count()).toBeGreaterThanOrEqual(96);
});

test('of 10,000 ideas the server finds those that fit', async ({ page }) => {
  const asked = await manyIdeas(page, 10_000);
  await arriveAt(page, 'Community ideas');
  await expect(page.locator('.idea')).toHaveCount(48);
  const far = page.locator('.stack > li').nth(20);
  await expect(far, 'all a page starts with is laid out').not.toHaveClass('lazily');
  await page.getByRole('searchbox').fill('number 7');
  await expect(page.locator('.idea')).toHaveCount(48);
  await expect(far, 'what is found, as it comes near').toHaveCSS('content-visibility', 'auto');
  await page.getByRole('searchbox').fill('number 7777');
  await expect(page.locator('.idea h2')).toHaveText(['Idea number 7777']);
  await expect(page.getByText('1 idea', { exact: true })).toBeAttached();
  await page.getByRole('searchbox').fill('');
  await expect(page.locator('.idea')).toHaveCount(48);
  await page.getByRole('link', { name: 'Show more ideas' }).scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator('.idea').count()).toBeGreaterThanOrEqual(96);
  expect(asked.every((query) => !query.includes('limit=1000&'))).toBe(true);
});

test('a key is answered before the list is drawn anew', async ({ page }) => {
  await manyIdeas(page, 10_000);
  await arriveAt(page, 'Community ideas');
  await expect(page.locator('.idea')).toHaveCount(48);
  await page.getByRole('link', { name: 'Show more ideas' }).scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator('.idea').count()).toBeGreaterThanOrEqual(96);
  await page.evaluate(() => {
    const seen = window as { before?: string; atKey?: string };
    const list = () =>
      [...document.querySelectorAll('.stack > li')].map(({ className }) => className).join();
    const look = () => {
      seen.atKey = list();
    };
    window.addEventListener('keydown', () => {
      seen.before = list();
    });
    window.addEventListener('input', () => queueMicrotask(look), { once: true });
  });
  await page.getByRole('searchbox').press('7');
  await expect(page.locator('.idea')).toHaveCount(48);
  const [before, atKey] = await page.evaluate(() => {
    const seen = window as { before?: string; atKey?: string };
    return [seen.before, seen.atKey];
  });
  expect(before?.split(',').length).toBeGreaterThanOrEqual(96);
  expect(atKey).toBe(before);
  await expect(page.locator('.stack > li').nth(20)).toHaveClass('lazily');
});

test('where more ideas cannot be had, those that are there stay', async ({
  page,
  context,
  console: said,
}) => {
  const asked = await manyIdeas(page, 10_000);
  await arriveAt(page, 'Community ideas');
  await expect(page.locator('.idea')).toHaveCount(48);
  // Nothing else is on its way, to fail as well.
  await page.waitForLoadState('networkidle');
  await page.unroute('**/api/ideas?*');
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed');
  await page.getByRole('link', { name: 'Show more ideas' }).scrollIntoViewIfNeeded();
  await failed;
  await expect(page.getByRole('link', { name: 'Show more ideas' })).toBeVisible();
  await expect(page.locator('.idea')).toHaveCount(48);
  expect(asked).toHaveLength(1);
  expect(said.filter((line) => /Failed to load resource/.test(line))).toHaveLength(1);
  said.length = 0;
});

test('a status that no idea can have finds none', async ({ page }) => {
  for (const status of ['__proto__', 'constructor']) {
    await page.goto(`/ideas?status=${status}`);
    await ready(page);
    await expect(page.getByText('No ideas found')).toBeVisible();
  }
});

test('on return a list is as long as it was', async ({ page }) => {
  await manyIdeas(page, 10_000);
  await arriveAt(page, 'Community ideas');
  await expect(page.locator('.idea')).toHaveCount(48);
  await page.getByRole('link', { name: 'Show more ideas' }).scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator('.idea').count()).toBeGreaterThanOrEqual(96);
  await page.locator('.idea').nth(80).scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => history.state?.top === scrollY)).toBe(true);
  const top = await page.evaluate(() => scrollY);
  await page.locator('header').getByRole('link', { name: 'Blog' }).first().click();
  await expect(page.locator('.post').first()).toBeVisible();
  await page.goBack();
  await expect.poll(() => page.locator('.idea').count()).toBeGreaterThanOrEqual(96);
  // Cards above have the height that was guessed for them until somebody comes near.
  await expect.poll(async () => (await page.evaluate(() => scrollY)) / top).toBeGreaterThan(0.9);
});
