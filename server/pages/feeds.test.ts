import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { plainBlogDraft } from '../../tests/drafts.ts';
import { startApi } from '../../tests/harness.ts';
import { createFeeds } from './feeds.ts';

const failing = (status: number) =>
  createFeeds(async () => {
    throw Object.assign(new Error(`${status}: no`), { status });
  }, 'https://lab.example');

test('while the database is unavailable feeds answer 503 with Retry-After', async () => {
  for (const path of ['/feed.xml', '/blog/feed.xml', '/sitemap.xml']) {
    const answer = await failing(503).get(path)?.();
    assert.equal(answer?.status, 503, path);
    assert.equal(answer?.headers.get('retry-after'), '2', path);
    await assert.rejects(failing(500).get(path)?.() as Promise<Response>, /500: no/, path);
  }
  assert.equal((await failing(503).get('/robots.txt')?.())?.status, 200);
});

test('the feed makes the picture URLs of a post absolute, and does not change its text', async () => {
  const contentHtml =
    '<p>See /pictures/x and &quot;/pictures/y</p><picture><source srcset="/pictures/a 1w, /pictures/b 2w">' +
    '<img src="/pictures/b"></picture>';
  const feeds = createFeeds(
    async (path) =>
      path.startsWith('/api/blogs?')
        ? { items: [{ id: 'a', publishedAt: '2026-01-02T00:00:00.000Z' }] }
        : { id: 'a', title: '', author: '', category: '', excerpt: '', contentHtml },
    'https://lab.example',
  );
  const text = (await (await feeds.get('/blog/feed.xml')?.())?.text()) ?? '';
  const paths = text.match(/[^ ;]*\/pictures\/\w/g);
  const whole = (name: string) => `https://lab.example/pictures/${name}`;
  assert.deepEqual(paths, ['/pictures/x', '/pictures/y', ...['a', 'b', 'b'].map(whole)]);
});

test('both feeds link the lead picture of a post by its absolute URL', async () => {
  const site = await startApi();
  const { token } = await site.userWithToken('blog-admin');
  const raw = new Uint8Array(
    await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0a6' } })
      .png()
      .toBuffer(),
  );
  const { path } = (await site.call('POST', '/api/admin/pictures', { token, raw })).body;
  const leadPicture = { path, alt: 'A "wet" <path>' };
  for (const body of [{ ...plainBlogDraft, leadPicture }, plainBlogDraft]) {
    assert.equal((await site.call('POST', '/api/admin/blogs', { token, body })).status, 201);
  }
  const feeds = createFeeds(
    async (address) => (await site.call('GET', address)).body,
    'https://lab.example',
  );
  for (const name of ['/feed.xml', '/blog/feed.xml']) {
    const text = (await (await feeds.get(name)?.())?.text()) ?? '';
    assert.deepEqual(
      text.match(/<link rel="enclosure".*/g),
      [
        `<link rel="enclosure" type="image/webp" href="https://lab.example${path}" title="A &#34;wet&#34; &#60;path&#62;"/>`,
      ],
      name,
    );
  }
});

/** Returns the feeds of a site with `count` posts, which the fake API returns in pages. */
const withPosts = (count: number) =>
  createFeeds(async (path) => {
    if (path === '/api/apps' || path === '/api/pods') return [];
    if (path.startsWith('/api/ideas?')) return { items: [], hasMore: false };
    const { searchParams } = new URL(path, 'https://lab.example');
    const first = Number(searchParams.get('before')?.slice(5) || 0) + 1;
    const end = Math.min(first + Number(searchParams.get('limit')), count + 1);
    const ids = Array.from({ length: end - first }, (_, at) => `post-${first + at}`);
    return {
      items: ids.map((id) => ({ id, publishedAt: '2026-01-02T00:00:00.000Z' })),
      hasMore: end <= count,
    };
  }, 'https://lab.example');

const locations = (text: string | undefined) =>
  [...(text ?? '').matchAll(/<loc>https:\/\/lab\.example(.*?)<\/loc>/g)].map(([, path]) => path);

test('up to 50,000 addresses are in one sitemap', async () => {
  const feeds = withPosts(40_000);
  const text = await (await feeds.get('/sitemap.xml')?.())?.text();
  assert.match(text ?? '', /<urlset /);
  assert.ok(locations(text).includes('/blog/post-40000'));
  assert.equal((await feeds.get('/sitemap-1.xml')?.())?.status, 404);
});

test('more than 50,000 addresses are in several files, which the sitemap lists', async () => {
  const feeds = withPosts(60_000);
  const index = await (await feeds.get('/sitemap.xml')?.())?.text();
  assert.match(index ?? '', /<sitemapindex /);
  assert.deepEqual(locations(index), ['/sitemap-1.xml', '/sitemap-2.xml']);
  const parts = await Promise.all(
    locations(index).map(async (path) =>
      locations(await (await feeds.get(path ?? '')?.())?.text()),
    ),
  );
  assert.ok(parts.every(({ length }) => length <= 50_000));
  const posts = parts.flat().filter((path) => path?.startsWith('/blog/post-'));
  assert.deepEqual([posts.length, new Set(posts).size], [60_000, 60_000]);
  assert.equal((await feeds.get('/sitemap-3.xml')?.())?.status, 404);
});

test('projects, pods and all pages of ideas are in the sitemap', async () => {
  const createdAt = '2026-01-02T00:00:00.000Z';
  const feeds = createFeeds(async (path) => {
    if (path === '/api/apps') return [{ id: 'imprint' }];
    if (path === '/api/pods') return [{ id: 'bittern' }];
    if (path.startsWith('/api/blogs?')) return { items: [], hasMore: false };
    const isFirst = new URL(path, 'https://lab.example').searchParams.get('before') === '';
    const item = { id: isFirst ? 'id-1' : 'id-2', title: 'Été à <Łódź>', createdAt };
    return { items: [item], hasMore: isFirst };
  }, 'https://lab.example');
  const paths = locations(await (await feeds.get('/sitemap.xml')?.())?.text());
  assert.deepEqual(paths.slice(-4), [
    '/project/imprint',
    '/pods/bittern',
    '/ideas/ete-a-lodz-id-1',
    '/ideas/ete-a-lodz-id-2',
  ]);
});
