import type { Page } from '@playwright/test';
import { ideaStatuses } from '#contract/vocabulary.ts';
import { ideaDraft } from '../drafts.ts';
import { arriveAt, expect, holdScripts, isolatedTest, ready, test, testOn } from './site.ts';
import { unique } from './staff.ts';

const noCounts = Object.fromEntries(ideaStatuses.map((status) => [status, 0]));

test('ideas are searched over title, problem and solution, and the search can be shared', async ({
  page,
  request,
}) => {
  const idea = {
    ...ideaDraft,
    title: `A map of puddles ${unique()}`,
    problemStatement: `Nobody knows how deep they are ${unique()}`,
    proposedSolution: `Ducks report by radio ${unique()}`,
  };
  expect((await request.post('/api/ideas', { data: idea })).status()).toBe(201);
  await page.goto('/ideas');
  await ready(page);
  const titles = page.locator('.idea h2');
  const search = page.getByRole('searchbox');
  for (const text of [idea.title, idea.problemStatement, idea.proposedSolution]) {
    await search.fill(text.slice(4).toUpperCase());
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

test('ideas are filtered by status; rejected works by address alone, and can be removed', async ({
  page,
  request,
}) => {
  const ideas: { status: string }[] = await (await request.get('/api/ideas')).json();
  const count = (status: string) => ideas.filter((idea) => idea.status === status).length;
  await page.goto('/ideas');
  await ready(page);
  const filters = page.getByRole('group', { name: 'Status' }).getByRole('link');
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
  await ready(page);
  await expect(page.locator('.idea')).toHaveCount(count('rejected'));
  await expect(page.locator('.idea .badge')).toHaveText('Rejected');
  await expect(page.locator('.filter[aria-current]')).toHaveCount(0);
  await page.getByRole('link', { name: /^Only Rejected.*remove this filter$/ }).click();
  await expect(page.locator('.filter[aria-current]')).toHaveText(/^All/);
  await expect(page.locator('.chosen')).toHaveCount(0);
  await expect(page).toHaveURL(/\/ideas$/);
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
  const [first = '', second = '', third = '', ...others] = idea?.requiredExpertise ?? [];
  await expect(card.getByRole('listitem')).toHaveText([first, second, `${third}+${others.length}`]);
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
    route.fulfill({
      json: { items: [], total: 0, counts: noCounts, isAtLeast: false, hasMore: false },
    }),
  );
  await arriveAt(page, 'Community ideas');
  await expect(
    page.getByText('No ideas have been submitted yet. Be the first to submit an idea!'),
  ).toBeVisible();
});

test('ideas that cannot be loaded say so, and can be retried', async ({ page, expectMessage }) => {
  await page.route('**/api/ideas?*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await arriveAt(page, 'Community ideas');
  await expect(page.getByText('Failed to load ideas. Please try again later.')).toBeVisible();
  expectMessage('status of 500', '500: no');
  await page.unroute('**/api/ideas?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.locator('.idea').first()).toBeVisible();
});

test('a search that fails keeps what was typed, and can be retried', async ({
  page,
  expectMessage,
}) => {
  await page.goto('/ideas');
  await ready(page);
  await page.route('**/api/ideas?*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await page.getByRole('searchbox').fill('choirs');
  await expect(page.getByText('Failed to load ideas. Please try again later.')).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('choirs');
  await expect(page.getByRole('link', { name: 'Approved' })).toBeVisible();
  expectMessage('status of 500');
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

/** Makes the API answer as if there were this number of ideas. */
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

test('of 10,000 ideas the server finds those that fit', async ({ page }) => {
  await manyIdeas(page, 10_000);
  await arriveAt(page, 'Community ideas');
  await expect(page.locator('.idea')).toHaveCount(48);
  const far = page.locator('.stack > li').last();
  await expect(far, 'all of the first page is laid out').toHaveCSS('content-visibility', 'visible');
  await page.getByRole('searchbox').fill('number 7');
  await expect(page.locator('.idea')).toHaveCount(48);
  await expect(far, 'laid out when it comes near').toHaveCSS('content-visibility', 'auto');
  await page.getByRole('searchbox').fill('number 7777');
  await expect(page.locator('.idea h2')).toHaveText(['Idea number 7777']);
  await expect(page.getByText('1 idea', { exact: true })).toBeAttached();
  await page.route('**/api/ideas?*limit=96*', async (route) => {
    await page.waitForURL((url) => !url.searchParams.has('q'));
    await route.fallback();
  });
  await page.getByRole('searchbox').fill('');
  await expect(page.locator('.idea')).toHaveCount(48);
  await page.getByRole('link', { name: 'Show more ideas' }).press('Enter');
  await expect(page.locator('.idea'), 'also when the address changes meanwhile').toHaveCount(96);
  await expect(far, 'laid out when it comes near').toHaveCSS('content-visibility', 'auto');
});

test('a key is answered before the list is drawn anew', async ({ page }) => {
  await manyIdeas(page, 10_000);
  await arriveAt(page, 'Community ideas');
  await expect(page.locator('.idea')).toHaveCount(48);
  await page.getByRole('link', { name: 'Show more ideas' }).press('Enter');
  await expect(page.locator('.idea')).toHaveCount(96);
  await page.evaluate(() => {
    const seen = window as { before?: string; atKey?: string };
    const list = () => [...document.querySelectorAll('.stack > li')].map(({ id }) => id).join();
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
});

isolatedTest(
  'where more ideas cannot be had, those that are there stay',
  async ({ page, context, expectMessage }) => {
    await manyIdeas(page, 10_000);
    await arriveAt(page, 'Community ideas');
    await expect(page.locator('.idea')).toHaveCount(48);
    // Waits until no other request is in flight, because it would fail as well.
    await page.waitForLoadState('networkidle');
    await page.unroute('**/api/ideas?*');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Show more ideas' }).press('Enter');
    await expect(page.getByText('More ideas could not be loaded. Please try again.')).toBeVisible();
    await expect(page.locator('.idea')).toHaveCount(48);
    expectMessage('net::ERR_INTERNET_DISCONNECTED');
  },
);

test('a status that no idea can have counts as none', async ({ page }) => {
  for (const status of ['__proto__', 'constructor']) {
    await page.goto(`/ideas?status=${status}`);
    await ready(page);
    await expect(page.locator('.filter[aria-current]')).toHaveText(/^All/);
    await expect(page.locator('.idea').first()).toBeVisible();
  }
});

const withMany = testOn(async (address) => {
  for (let sent = 0; sent < 440; sent += 40) {
    const batch = Array.from({ length: 40 }, (_, index) => ({
      ...ideaDraft,
      title: `Idea number ${sent + index}`,
      problemStatement: 'A line of the problem. '.repeat(((sent + index) % 7) * 4 + 1),
    }));
    await Promise.all(
      batch.map((idea) =>
        fetch(`${address}/api/ideas`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(idea),
        }),
      ),
    );
  }
});

withMany.describe('with 440 ideas', () => {
  withMany.describe.configure({ mode: 'default' });

  withMany('the list stays where it was over Back and reload', async ({ page }) => {
    await page.goto(`/ideas`);
    await ready(page);
    for (const shown of [96, 192]) {
      await page.getByRole('link', { name: 'Show more ideas' }).press('Enter');
      await expect(page.locator('.idea')).toHaveCount(shown);
      await expect(page.locator('.idea h2').nth(shown / 2)).toBeFocused();
    }
    await page.locator('.idea').nth(150).scrollIntoViewIfNeeded();
    // Cards get their real heights only near the screen, and the page stores the position after a pause.
    const storedEntry = () =>
      page.evaluate(() => {
        const { top, entry } = history.state ?? {};
        const card = entry && document.getElementById(entry.id);
        return top === scrollY && card?.getBoundingClientRect().top === entry.y ? entry : undefined;
      });
    await expect.poll(storedEntry).toBeTruthy();
    const before = await storedEntry();
    const distance = () =>
      page.evaluate(({ id, y }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN;
        return Math.abs(top - y);
      }, before);

    // Dispatches the event, because Playwright scrolls the page before it clicks in the sticky header.
    await page.locator('header').getByRole('link', { name: 'Blog' }).first().dispatchEvent('click');
    await expect(page.locator('.post').first()).toBeVisible();
    await page.goBack();
    await expect(page.locator('.idea')).toHaveCount(192);
    await expect.poll(distance, 'over Back').toBeLessThan(5);

    await page.reload();
    await ready(page);
    await expect(page.locator('.idea')).toHaveCount(192);
    await expect.poll(distance, 'over a reload').toBeLessThan(5);
  });

  withMany('the footer is reached, and the counts follow the search', async ({ page }) => {
    await page.goto(`/ideas`);
    await ready(page);
    await page.keyboard.press('End');
    await expect(page.locator('footer .footer-end')).toBeInViewport();
    await expect(page.locator('.idea')).toHaveCount(48);
    await page.getByRole('searchbox').fill('idea number 4');
    const counts = page.locator('.filter .n');
    const found = ['51', '51', '0', '0', '0'];
    await expect(counts).toHaveText(found);
    await page.getByRole('link', { name: 'Show more ideas' }).press('Enter');
    await expect(page.locator('.idea')).toHaveCount(51);
    await expect(counts, 'more of the same search').toHaveText(found);
    await expect(page).toHaveURL(/\?q=idea\+number\+4&shown=96$/);
    await page.reload();
    await expect(counts, 'by the server').toHaveText(found);
    await expect(page.locator('.idea')).toHaveCount(51);
  });

  withMany(
    'a page ends after 384 ideas, and a link leads to older ones, also without scripts',
    async ({ page, browser }) => {
      await page.goto(`/ideas?shown=10000`);
      await ready(page);
      await expect(page.locator('.idea')).toHaveCount(384);
      const titles = await page.locator('.idea h2').allTextContents();
      await page.getByRole('link', { name: 'Older ideas' }).press('Enter');
      await expect(page.locator('.idea h2').first()).not.toHaveText(titles[0] ?? '');
      await expect(page.locator('.idea')).toHaveCount(48);
      expect(titles).not.toContain(await page.locator('.idea h2').first().textContent());
      await expect(page.getByText('48 older ideas are shown')).toBeVisible();
      const context = await browser.newContext({ javaScriptEnabled: false });
      const plain = await context.newPage();
      await plain.goto(page.url());
      await expect(plain.locator('.idea h2').first()).toHaveText(
        (await page.locator('.idea h2').first().textContent()) ?? '',
      );
      await context.close();
      await page.getByRole('link', { name: 'Newest ideas' }).press('Enter');
      await expect(page.locator('.idea h2').first()).toHaveText(titles[0] ?? '');
    },
  );

  withMany('a long card is clamped to six lines, and can be read whole', async ({ page }) => {
    await page.goto(`/ideas?q=number+6`);
    await ready(page);
    const card = page.locator('.idea', { hasText: 'Idea number 6' }).last();
    const lines = () =>
      card
        .locator('.idea-cols p')
        .first()
        .evaluate((text) =>
          Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)),
        );
    expect(await lines()).toBe(6);
    await page.emulateMedia({ media: 'print' });
    expect(await lines(), 'paper shows more').toBeGreaterThan(6);
    await page.emulateMedia({ media: 'screen' });
    await card.getByRole('link', { name: 'Read all of Idea number 6' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Idea number 6/);
  });
});
