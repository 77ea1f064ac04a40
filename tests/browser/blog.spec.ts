import { arriveAt, expect, hold, resize, test, waitForHydration } from './site.ts';

test.use({ baseURL: ({ untouchedServer }, use) => use(untouchedServer) });

test('the blog is searched over title and excerpt, and filtered by category; subscribing calls nothing', async ({
  page,
  request,
}) => {
  const posts: { title: string; excerpt: string; category: string }[] = await (
    await request.get('/api/blogs')
  ).json();
  const [post] = posts;
  await page.goto('/blog');
  await waitForHydration(page);
  const requestedUrls: string[] = [];
  page.on('request', (sent) => requestedUrls.push(sent.url()));
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('me@example.org');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('heading', { name: 'Stay Updated' })).toBeVisible();
  await expect(page).toHaveURL(/\/blog$/);
  expect(requestedUrls).toEqual([]);
  await expect(page.getByRole('link', { name: 'Follow the Atom feed' })).toHaveAttribute(
    'href',
    '/blog/feed.xml',
  );

  const card = page.locator('.post', { hasText: 'Fourteen megabytes in a river' });
  const tags = card.getByRole('list', { name: 'Tags' }).locator('.tag');
  await expect(tags, 'two tags, and the number of the others').toHaveCount(3);
  await expect(tags.last()).toHaveText(/^\+\d$/);

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

test('the blog and a post show that they load, and what went wrong; the blog can be retried', async ({
  page,
  expectMessage,
}) => {
  const release = await hold(page, '**/api/blogs?view=page*', (route) =>
    route.fulfill({ status: 503, body: 'away' }),
  );
  await arriveAt(page, 'Blog');
  await expect(page.getByRole('status', { name: 'Loading blog posts' })).toBeVisible();
  release();
  const failure = page.getByText('Failed to load blog posts. Please try again later.');
  await expect(failure).toBeVisible();
  expectMessage('status of 503', '503: away');
  await page.unroute('**/api/blogs?view=page*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.locator('.post').first()).toBeVisible();

  const releasePost = await hold(page, '**/api/blogs/a-chart-you-can-hear', (route) =>
    route.fulfill({ status: 500, body: 'no' }),
  );
  await page.getByRole('link', { name: 'A chart you can hear', exact: true }).click();
  await expect(page.getByText('Loading', { exact: true })).toBeVisible();
  releasePost();
  await expect(failure).toBeVisible();
  expectMessage('status of 500', '500: no');
});

test('a post shows its parts and its original; a link inside it loads no page; tables break no words', async ({
  page,
  request,
}) => {
  const posts: { id: string; externalUrl: string | null }[] = await (
    await request.get('/api/blogs')
  ).json();
  const linked = posts.find(({ externalUrl }) => externalUrl);
  expect(linked).toBeDefined();
  const html = await (await request.get(`/blog/${linked?.id}`)).text();
  const original = html.match(/<a [^>]*href="([^"]*)"[^>]*>(?:(?!<\/a>).)*original article/)?.[1];
  expect(original).toBe(linked?.externalUrl);

  const plain = posts.find(({ id }) => id === 'return-the-page-not-the-paragraph');
  expect(plain?.externalUrl).toBe(null);
  await page.goto(`/blog/${plain?.id}`);
  await waitForHydration(page);
  await expect(page.getByRole('link', { name: /original article/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to Blog' })).toHaveCount(2);
  await expect(page.locator('.prose p').first()).toBeVisible();
  await expect(page.locator('.article-head .meta')).toContainText('min read');
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.locator('.prose').getByRole('link', { name: 'Reading Room' }).first().click();
  await expect(page).toHaveURL(/\/project\/reading-room$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reading Room');
  expect(await page.evaluate(() => 'same' in window)).toBe(true);

  await page.goBack();
  await page.getByRole('link', { name: 'Back to Blog' }).first().click();
  await page.locator('main a[href="/blog/six-prototypes-we-stopped-on-purpose"]').first().click();
  await expect(page.locator('.prose td').first()).toBeAttached();
  for (const width of [1440, 390]) {
    await resize(page, width);
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
    expect(broken, `${width} px`).toEqual([]);
  }
});
