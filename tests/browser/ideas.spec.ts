import type { Page } from '@playwright/test';
import { ideaStatuses } from '#contract/vocabulary.ts';
import { arriveAt, expect, hold, holdScripts, test, waitForHydration } from './site.ts';

interface ShownIdea {
  title: string;
  problemStatement: string;
  proposedSolution: string;
  submitterName: string;
  requiredExpertise: string[];
  status: string;
}

test.describe('on the demo content', () => {
  test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

  test('a card shows an idea; ideas are filtered by status; the filter Rejected exists only as an address', async ({
    page,
    request,
  }) => {
    const ideas: ShownIdea[] = await (await request.get('/api/ideas')).json();
    const cards = page.locator('.idea');
    const current = page.locator('.filter[aria-current]');
    const filters = page.getByRole('group', { name: 'Status' }).getByRole('link');
    const odd = await (await request.get('/ideas?status=__proto__')).text();
    expect(odd, 'a status that no idea can have counts as none').toMatch(
      /<a [^>]*class="filter"[^>]*aria-current="[^"]*"[^>]*>All/,
    );
    expect(odd.match(/class="[^"]*\bidea\b[^"-]*"/g)).toHaveLength(ideas.length);

    await page.goto('/ideas?status=rejected');
    await waitForHydration(page);
    await expect(current).toHaveCount(0);
    await expect(cards).toHaveCount(ideas.filter(({ status }) => status === 'rejected').length);
    await expect(page.locator('.idea .badge').first()).toHaveText('Rejected');
    await page.getByRole('link', { name: /^Only Rejected.*remove this filter$/ }).click();
    await expect(current).toHaveText(/^All/);
    await expect(page.locator('.chosen')).toHaveCount(0);
    await expect(page).toHaveURL(/\/ideas$/);
    await expect(cards).toHaveCount(ideas.length);

    const idea = ideas.find(({ requiredExpertise }) => requiredExpertise.length > 3);
    const card = page.locator('.idea', { hasText: idea?.title ?? '' });
    await expect(card).toContainText(idea?.submitterName ?? '');
    await expect(card.locator('time')).toHaveText(/^\d+ \w+ \d{4}$/);
    const [first = '', second = '', third = '', ...others] = idea?.requiredExpertise ?? [];
    const expertise = card.getByRole('listitem');
    await expect(expertise).toHaveText([first, second, `${third}+${others.length}`]);

    const names = ['Pending', 'Under Review', 'Approved', 'In Development'];
    await expect(filters).toHaveText([/^All/, ...names.map((name) => new RegExp(`^${name}`))]);
    for (const name of names) {
      const status = name.toLowerCase().replace(' ', '_');
      await filters.filter({ hasText: name }).click();
      await expect(page).toHaveURL(new RegExp(`status=${status}$`));
      await expect(cards).toHaveCount(ideas.filter((each) => each.status === status).length);
      await expect(page.locator('.idea .badge').first()).toHaveText(name);
    }
  });

  test('ideas are searched over three fields, also before the scripts arrive; a failed search can be retried', async ({
    page,
    request,
    expectMessage,
  }) => {
    const [idea]: ShownIdea[] = await (await request.get('/api/ideas')).json();
    const release = await holdScripts(page);
    await page.goto('/ideas', { waitUntil: 'commit' });
    const titles = page.locator('.idea h2');
    const search = page.getByRole('searchbox');
    await search.fill('no idea has these words');
    release();
    await expect(titles, 'typed before the scripts arrive').toHaveCount(0);
    await expect(search).toHaveValue('no idea has these words');
    for (const text of [idea?.title, idea?.problemStatement, idea?.proposedSolution]) {
      await search.fill((text ?? '').slice(2, 50).trim().toUpperCase());
      await expect(titles).toHaveText([idea?.title ?? '']);
    }
    await expect(page).toHaveURL(/\?q=/);
    await page.reload();
    await waitForHydration(page);
    await expect(titles).toHaveText([idea?.title ?? '']);
    await expect(search).toHaveValue(/.+/);
    await search.fill('nothing says this');
    await expect(page.getByRole('heading', { name: 'No ideas found' })).toBeVisible();
    await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '0 ideas' })).toBeAttached();

    await page.route('**/api/ideas?*', (route) => route.fulfill({ status: 500, body: 'no' }));
    await search.fill('choirs');
    await expect(page.getByText('Failed to load ideas. Please try again later.')).toBeVisible();
    await expect(search, 'what was typed is kept').toHaveValue('choirs');
    await expect(page.getByRole('link', { name: 'Approved' })).toBeVisible();
    expectMessage('status of 500');
    await page.unroute('**/api/ideas?*');
    await page.getByRole('button', { name: 'Retry' }).press('Enter');
    await expect(page.locator('.idea')).toHaveCount(1);
    await expect(search).toHaveValue('choirs');
    await expect(page.locator('section:focus .idea')).toBeVisible();
  });

  test('the list shows loading, an error, ideas without a date or with an unknown status, and no ideas', async ({
    page,
    expectMessage,
  }) => {
    const release = await hold(page, '**/api/ideas?*', (route) =>
      route.fulfill({ status: 500, body: 'no' }),
    );
    await arriveAt(page, 'Community ideas');
    await expect(page.getByText('Loading ideas', { exact: true })).toBeVisible();
    release();
    await expect(page.getByText('Failed to load ideas. Please try again later.')).toBeVisible();
    expectMessage('status of 500', '500: no');

    await page.unroute('**/api/ideas?*');
    await page.route('**/api/ideas?*', async (route) => {
      const answer = await (await route.fetch()).json();
      const idea = { ...answer.items[0], createdAt: null, status: 'lost' };
      await route.fulfill({ json: { ...answer, items: [idea], total: 1 } });
    });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.locator('.idea')).toHaveCount(1);
    await expect(page.locator('.idea')).toContainText('N/A');
    await expect(page.locator('.idea .badge')).toHaveText('Pending');

    await page.unroute('**/api/ideas?*');
    await page.route('**/api/ideas?*', (route) =>
      route.fulfill({
        json: { items: [], total: 0, counts: noCounts, isAtLeast: false, hasMore: false },
      }),
    );
    await arriveAt(page, 'Community ideas');
    await expect(
      page.getByText('No ideas have been submitted yet. Be the first to submit an idea!'),
    ).toBeVisible();
  });
});

const noCounts = Object.fromEntries(ideaStatuses.map((status) => [status, 0]));

/** Mocks a list of `length` ideas in the API. */
async function manyIdeas(page: Page, length: number): Promise<void> {
  const [idea] = await (await page.request.get('/api/ideas')).json();
  await page.route('**/api/ideas?*', async (route) => {
    const query = new URL(route.request().url()).searchParams;
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
        counts: { ...noCounts, pending: length },
        isAtLeast: false,
        hasMore: found.length > Number(query.get('limit')),
      },
    });
  });
}

test('the server searches 10,000 ideas; if more cannot be loaded, the shown ideas stay', async ({
  page,
  expectMessage,
}) => {
  await manyIdeas(page, 10_000);
  await arriveAt(page, 'Community ideas');
  const ideas = page.locator('.idea');
  const search = page.getByRole('searchbox');
  const showMore = page.getByRole('link', { name: 'Show more ideas' });
  await expect(ideas).toHaveCount(48);
  const far = page.locator('.stack > li').last();
  await expect(far, 'all of the first page is laid out').toHaveCSS('content-visibility', 'visible');
  await search.fill('number 7');
  await expect(ideas).toHaveCount(48);
  await expect(far, 'laid out when it comes near').toHaveCSS('content-visibility', 'auto');
  await search.fill('number 7777');
  await expect(page.locator('.idea h2')).toHaveText(['Idea number 7777']);
  await expect(page.getByText('1 idea', { exact: true })).toBeAttached();
  await page.route('**/api/ideas?*limit=96*', async (route) => {
    await page.waitForURL((url) => !url.searchParams.has('q'));
    await route.fallback();
  });
  await search.fill('');
  await expect(ideas).toHaveCount(48);
  await showMore.press('Enter');
  await expect(ideas, 'also when the address changes meanwhile').toHaveCount(96);
  await expect(far, 'laid out when it comes near').toHaveCSS('content-visibility', 'auto');

  await page.evaluate(() => {
    const recorded = window as { before?: string; atKey?: string };
    const list = () => [...document.querySelectorAll('.stack > li')].map(({ id }) => id).join();
    const recordList = () => {
      recorded.atKey = list();
    };
    window.addEventListener('keydown', () => {
      recorded.before = list();
    });
    window.addEventListener('input', () => queueMicrotask(recordList), { once: true });
  });
  await search.press('7');
  await expect(ideas).toHaveCount(48);
  const [before, atKey] = await page.evaluate(() => {
    const recorded = window as { before?: string; atKey?: string };
    return [recorded.before, recorded.atKey];
  });
  expect(before?.split(',').length).toBeGreaterThanOrEqual(96);
  expect(atKey, 'a key is answered before the list is drawn anew').toBe(before);

  await page.unroute('**/api/ideas?*');
  await page.route('**/api/ideas?*', (route) => route.abort('internetdisconnected'));
  await showMore.press('Enter');
  await expect(page.getByText('More ideas could not be loaded. Please try again.')).toBeVisible();
  await expect(ideas).toHaveCount(48);
  expectMessage('net::ERR_INTERNET_DISCONNECTED');
});
