import { ideaDraft, plainBlogDraft } from '../drafts.ts';
import { admin, expect, filledBy, testOn, waitForHydration } from './site.ts';

/** Lists of 450 ideas and 58 posts, with the demo content: their pages show 48 at first. */

const post = async (url: string, body: BodyInit, headers = {}) =>
  (
    await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    })
  ).json();

const test = testOn(
  filledBy(async (address) => {
    const { token } = await post(`${address}/api/admin/login`, JSON.stringify(admin));
    const headers = { Authorization: `Bearer ${token}` };
    await post(`${address}/api/admin/imports`, importOf(440), {
      ...headers,
      'Content-Type': 'application/octet-stream',
    });
    // The server adds imported rows to the search index after its response.
    await expect(async () => {
      const found = await fetch(`${address}/api/ideas?view=page&limit=1&q=idea+number+4`);
      expect(await found.json()).toMatchObject({ total: 51 });
    }).toPass({ intervals: [50] });

    for (let number = 1; number <= 50; number += 1) {
      const publishedAt = new Date(Date.UTC(2027, 0, 1, 0, number)).toISOString();
      const draft = { ...plainBlogDraft, title: `Post number ${number}`, publishedAt };
      await post(`${address}/api/admin/blogs`, JSON.stringify(draft), headers);
    }
  }),
);

/** Returns a request body that imports `count` ideas. They differ in title and in the length of the problem. */
function importOf(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, at) => `Idea number ${at},${'A line of the problem. '.repeat((at % 7) * 4 + 1)}`,
  );
  const { requiredExpertise, ...sameForAll } = ideaDraft;
  const values = { ...sameForAll, requiredExpertise: requiredExpertise[0] };
  const plan = {
    kind: 'ideas',
    encoding: 'utf-8',
    separator: ',',
    timeZone: 'UTC',
    fields: {
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
      title: { column: 0 },
      problemStatement: { column: 1 },
    },
    id: 'a'.repeat(32),
    fileName: 'ideas.csv',
    withDuplicates: false,
    count,
  };
  return [JSON.stringify(plan), 'title,problem', ...rows].join('\n');
}

test.describe.configure({ mode: 'default' });

test('the list of ideas keeps its length and scroll position over Back and reload', async ({
  page,
}) => {
  await page.goto(`/ideas`);
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Show more ideas' }).press('Enter');
  await expect(page.locator('.idea')).toHaveCount(96);
  await expect(page.locator('.idea h2').nth(48)).toBeFocused();
  await page.locator('.idea').nth(75).scrollIntoViewIfNeeded();
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
  await expect(page.locator('.idea')).toHaveCount(96);
  await expect.poll(distance, 'over Back').toBeLessThan(5);

  await page.reload();
  await waitForHydration(page);
  await expect(page.locator('.idea')).toHaveCount(96);
  await expect.poll(distance, 'over a reload').toBeLessThan(5);
});

test('the footer is reachable, counts follow the search, and a long card is clamped and can be read whole', async ({
  page,
}) => {
  await page.goto(`/ideas`);
  await waitForHydration(page);
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
  await waitForHydration(page);
  await expect(counts, 'by the server').toHaveText(found);
  await expect(page.locator('.idea')).toHaveCount(51);

  // The problem of idea 41 is one of the longest.
  const card = page.locator('.idea', { has: page.getByText('Idea number 41', { exact: true }) });
  const lines = () =>
    card
      .locator('.idea-cols p')
      .first()
      .evaluate((text) =>
        Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)),
      );
  await card.scrollIntoViewIfNeeded();
  expect(await lines()).toBe(6);
  await page.emulateMedia({ media: 'print' });
  expect(await lines(), 'paper shows more').toBeGreaterThan(6);
  await page.emulateMedia({ media: 'screen' });
  await card.getByRole('link', { name: 'Read all of Idea number 41' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Idea number 41');
});

test('a page ends after 384 ideas, and a link leads to older ones, also without scripts', async ({
  page,
  request,
}) => {
  const read = async (address: string) => {
    const html = await (await request.get(address)).text();
    return {
      titles: [...html.matchAll(/Idea number \d+(?=<\/a>)/g)].map(([title]) => title),
      older: html.match(/<a [^>]*href="([^"]*)"[^>]*>Older /)?.[1]?.replaceAll('&amp;', '&'),
    };
  };
  const { titles, older = '' } = await read('/ideas?shown=10000');
  expect(new Set(titles).size).toBe(384);
  const [firstOlder = ''] = (await read(older)).titles;
  expect(titles).not.toContain(firstOlder);

  const first = page.locator('.idea h2').first();
  await page.goto(older);
  await waitForHydration(page);
  await expect(page.locator('.idea')).toHaveCount(48);
  await expect(first).toHaveText(firstOlder);
  await expect(page.getByText('48 older ideas are shown')).toBeVisible();
  await page.getByRole('link', { name: 'Newest ideas' }).press('Enter');
  await expect(first).toHaveText(titles[0] ?? '');
  await page.goBack();
  await expect(first, 'fetched by the page itself').toHaveText(firstOlder);
});

test('the blog shows the newest posts first, more on demand, searches all, and retries a failed search', async ({
  page,
  expectMessage,
}) => {
  await page.goto('/blog');
  await waitForHydration(page);
  const posts = page.locator('.post');
  const search = page.getByRole('searchbox');
  await expect(posts).toHaveCount(48);
  await expect(posts.first()).toContainText('Post number 50');
  // The featured post is shown although it is older than the 48 posts of the list.
  await expect(page.locator('.featured')).toBeVisible();

  await search.fill('POST number 1');
  await expect(posts, 'also those that were not on the page').toHaveCount(11);
  await expect(page.getByText('11 posts', { exact: true })).toBeAttached();
  await expect(page.locator('.featured')).toHaveCount(0);
  await expect(page).toHaveURL(/q=POST\+number\+1$/);
  await page.reload();
  await waitForHydration(page);
  await expect(posts).toHaveCount(11);

  await page.route('**/api/blogs?*q=*', (route) => route.fulfill({ status: 500, body: 'no' }));
  await search.fill('number 2');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to load blog posts. Please try again later.');
  expectMessage('status of 500');
  await page.unroute('**/api/blogs?*q=*');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(posts).toHaveCount(11);

  await search.fill('');
  await expect(posts).toHaveCount(48);
  await page.getByRole('link', { name: 'Show more posts' }).press('Enter');
  await expect(posts.nth(48).locator('h3')).toBeFocused();
  await expect(page).toHaveURL(/shown=96$/);
  await expect(page.getByRole('link', { name: 'Show more posts' })).toHaveCount(0);
  await page.reload();
  await expect(posts.nth(49)).toContainText('Post number 1');
});
