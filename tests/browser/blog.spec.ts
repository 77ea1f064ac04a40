import { arriveAt, expect, hold, ready, test } from './site.ts';

test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

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
  const filters = page.getByRole('group', { name: 'Category' }).getByRole('link');
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
  const card = page.locator('.post', { hasText: 'Fourteen megabytes in a river' });
  const tags = card.getByRole('list', { name: 'Tags' }).locator('.tag');
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
  expectMessage,
}) => {
  const release = await hold(page, '**/api/blogs?view=page*', (route) =>
    route.fulfill({ status: 503, body: 'away' }),
  );
  await arriveAt(page, 'Blog');
  await expect(page.getByRole('status', { name: 'Loading blog posts' })).toBeVisible();
  release();
  await expect(page.getByText('Failed to load blog posts. Please try again later.')).toBeVisible();
  expectMessage('status of 503', '503: away');
  await page.unroute('**/api/blogs?view=page*');
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
  await expect(page.locator('.article-head .meta')).toContainText('min read');
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
