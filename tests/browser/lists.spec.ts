import type { Page } from '@playwright/test';
import { expect, holdScripts, ready, test } from './site.ts';

/** By a link, so that the data comes over the network, where a test can touch it. */
async function arrive(page: Page, name: 'Community ideas' | 'Blog'): Promise<void> {
  await page.goto('/workflow');
  await ready(page);
  await page.locator('footer').getByRole('link', { name, exact: true }).click();
}

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
  await arrive(page, 'Community ideas');
  await expect(page.locator('.idea')).toContainText('N/A');
  await expect(page.locator('.idea .badge')).toHaveText('Pending');

  await page.unroute('**/api/ideas?*');
  await page.route('**/api/ideas?*', (route) =>
    route.fulfill({ json: { items: [], total: 0, counts: {} } }),
  );
  await arrive(page, 'Community ideas');
  await expect(
    page.getByText('No ideas have been submitted yet. Be the first to submit an idea!'),
  ).toBeVisible();
});

test('ideas that cannot be loaded say so, and can be retried', async ({ page, console: said }) => {
  await page.route('**/api/ideas?*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await arrive(page, 'Community ideas');
  await expect(page.getByText('Failed to load ideas. Please try again later.')).toBeVisible();
  said.length = 0;
  await page.unroute('**/api/ideas?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.locator('.idea').first()).toBeVisible();
});

test('the blog is searched over title and excerpt, and filtered by category', async ({
  page,
  request,
}) => {
  const posts: { title: string; excerpt: string; category: string }[] = await (
    await request.get('/api/blogs')
  ).json();
  const [post] = posts;
  await page.goto('/blog');
  await ready(page);
  const titles = page.locator('.post h3');
  await expect(page.locator('.featured')).toContainText('Featured');
  await expect(titles).toHaveCount(posts.length);
  for (const text of [post?.title ?? '', post?.excerpt ?? '']) {
    await page.getByRole('searchbox').fill(text.slice(3, 30));
    await expect(titles).toHaveText([post?.title ?? '']);
  }
  await page.getByRole('searchbox').fill('');
  const filters = page.getByRole('group', { name: 'Category' }).getByRole('button');
  await expect(filters).toHaveText(['All', 'Technology', 'AI', 'Development', 'Innovation']);
  await filters.filter({ hasText: /^AI$/ }).click();
  await expect(titles).toHaveText(
    posts.filter(({ category }) => category === 'AI').map(({ title }) => title),
  );
  await expect(page).toHaveURL(/category=AI/);
  await page.getByRole('searchbox').fill('nothing says this');
  await expect(page.getByRole('heading', { name: 'No posts found' })).toBeVisible();
});

test('a post card shows two tags and counts the rest', async ({ page }) => {
  await page.goto('/blog');
  const tags = page
    .locator('.post')
    .first()
    .getByRole('list', { name: 'Tags' })
    .getByRole('listitem');
  await expect(tags).toHaveCount(3);
  await expect(tags.last()).toHaveText(/^\+\d$/);
});

test('subscribing does nothing and calls nothing', async ({ page }) => {
  await page.goto('/blog');
  await ready(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('me@example.org');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('heading', { name: 'Stay Updated' })).toBeVisible();
  await expect(page).toHaveURL(/\/blog$/);
  expect(asked).toEqual([]);
  await expect(page.getByRole('link', { name: 'Follow the Atom feed' })).toHaveAttribute(
    'href',
    '/blog/feed.xml',
  );
});

test('the blog shows where its posts will be while they load, and retries', async ({
  page,
  console: said,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/blogs?view=summary', async (route) => {
    await held;
    await route.fulfill({ status: 503, body: 'away' });
  });
  await arrive(page, 'Blog');
  await expect(page.getByRole('status', { name: 'Loading blog posts' })).toBeVisible();
  release();
  await expect(page.getByText('Failed to load blog posts. Please try again later.')).toBeVisible();
  said.length = 0;
  await page.unroute('**/api/blogs?view=summary');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.locator('.post').first()).toBeVisible();
});

test('a post shows its parts; the original is linked where there is one', async ({
  page,
  request,
}) => {
  const posts: { id: string; externalUrl: string | null; title: string }[] = await (
    await request.get('/api/blogs')
  ).json();
  const linked = posts.find(({ externalUrl }) => externalUrl);
  await page.goto(`/blog/${linked?.id}`);
  await expect(page.getByRole('link', { name: /original article/ })).toHaveAttribute(
    'href',
    linked?.externalUrl ?? '',
  );
  await expect(page.getByRole('link', { name: 'Back to Blog' })).toHaveCount(2);
  await expect(page.locator('.prose p').first()).toBeVisible();
  await expect(page.locator('.meta')).toContainText('min read');
  const plain = posts.find(({ externalUrl }) => !externalUrl);
  await page.goto(`/blog/${plain?.id}`);
  await expect(page.getByRole('link', { name: /original article/ })).toHaveCount(0);
});

for (const width of [1440, 390]) {
  test(`tables in a post do not break words at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/blog/six-prototypes-we-stopped-on-purpose');
    const broken = await page.locator('.prose :is(th, td)').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const words = document.createRange();
        const text = cell.firstChild;
        if (!text?.textContent) return [];
        return [...text.textContent.matchAll(/[\p{L}\d]+/gu)].flatMap(({ 0: word, index }) => {
          if (text.nodeType !== Node.TEXT_NODE) return [];
          words.setStart(text, index);
          words.setEnd(text, index + word.length);
          return words.getClientRects().length > 1 ? [word] : [];
        });
      }),
    );
    expect(broken).toEqual([]);
  });
}

test('a link inside a post is followed without a page load', async ({ page }) => {
  await page.goto('/blog/return-the-page-not-the-paragraph');
  await ready(page);
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.locator('.prose').getByRole('link', { name: 'Reading Room' }).first().click();
  await expect(page).toHaveURL(/\/project\/reading-room$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reading Room');
  expect(await page.evaluate(() => 'same' in window)).toBe(true);
});

test('a search typed before the scripts arrive is applied', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/ideas', { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('no idea has these words');
  release();
  await expect(page.locator('.idea')).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toHaveValue('no idea has these words');
});

test('a project page shows its pod, its stats and its actions', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/project/sonogram');
  await ready(page);
  const main = page.getByRole('main');
  await expect(main.locator('.pod h3')).toHaveText('Avocet');
  for (const text of ['Web App', 'Beta', 'Technologies', 'Days since creation']) {
    await expect(main.locator('.facts')).toContainText(text);
  }
  await expect(main.getByRole('link', { name: 'Visit demo' })).toHaveAttribute('target', '_blank');
  await expect(main.getByRole('link', { name: 'View source' })).toBeVisible();
  await main.getByRole('button', { name: 'Copy link' }).click();
  await expect(main.getByRole('button', { name: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
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
  await arrive(page, 'Community ideas');
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
  await arrive(page, 'Community ideas');
  await expect(page.locator('.idea')).toHaveCount(48);
  await page.getByRole('searchbox').fill('number 7777');
  await expect(page.locator('.idea h2')).toHaveText(['Idea number 7777']);
  await expect(page.getByText('1 idea', { exact: true })).toBeAttached();
  await page.getByRole('searchbox').fill('');
  await expect(page.locator('.idea')).toHaveCount(48);
  await page.getByRole('link', { name: 'Show more ideas' }).scrollIntoViewIfNeeded();
  await expect.poll(() => page.locator('.idea').count()).toBeGreaterThanOrEqual(96);
  expect(asked.every((query) => !query.includes('limit=1000&'))).toBe(true);
});

test('ideas, a post and a project show that they load, and what went wrong', async ({
  page,
  console: said,
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
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(api, async (route) => {
      await held;
      await route.fulfill({ status: 500, body: 'no' });
    });
    await page.goto(from);
    await ready(page);
    if (from === '/#projects') {
      await page.getByRole('link', { name: 'View Details of Sonogram' }).click();
    }
    await link.click();
    await expect(page.getByText(loading, { exact: true })).toBeVisible();
    release();
    await expect(page.getByText(failure)).toBeVisible();
    said.length = 0;
    await page.unroute(api);
  }
});
