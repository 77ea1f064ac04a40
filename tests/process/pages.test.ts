import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { tokenColours } from '#web/styles/token-colours.ts';
import { demoPages } from '../pages.ts';
import { decodePng } from '../png.ts';
import { copySqliteTemplate, demoFolder } from '../template-copies.ts';
import { newFolder, startServer } from './server.ts';

const DATA_DIR = newFolder();
copySqliteTemplate(DATA_DIR, demoFolder);
const METRICS_TOKEN = 'a token of the tests';
const server = await startServer({ DATA_DIR, METRICS_TOKEN, SITE_URL: 'https://lab.example' });
after(() => server.end());
const get = (path: string) => fetch(server.local + path);
const html = async (path: string) => (await get(path)).text();

const meta = (page: string, name: string) =>
  page.match(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`))?.[1];

test('every page has its title, description, canonical address and previews', async () => {
  for (const { path, title, isIndexed } of demoPages) {
    const page = await html(path);
    assert.equal(page.match(/<title>([^<]*)<\/title>/)?.[1], title);
    assert.ok((meta(page, 'description') ?? '').length > 20, path);
    const canonical = `<link rel="canonical" href="https://lab.example${path}"/>`;
    assert.equal(page.includes(canonical), isIndexed, path);
    assert.equal(meta(page, 'robots'), isIndexed ? undefined : 'noindex', path);
    assert.equal(meta(page, 'og:url'), isIndexed ? `https://lab.example${path}` : undefined);
    const picture = meta(page, 'og:image') ?? '';
    if (!path.startsWith('/ideas/')) {
      const own = isIndexed && path !== '/' ? path : '';
      assert.equal(picture, `https://lab.example${own}/card.png?v=1`);
    }
    assert.deepEqual(
      ['width', 'height'].map((name) => meta(page, `og:image:${name}`)),
      ['1200', '630'],
    );
    assert.ok(meta(page, 'og:image:alt'), path);
    const card = await get(picture.slice('https://lab.example'.length));
    assert.deepEqual([card.status, card.headers.get('content-type')], [200, 'image/png'], path);
    const { width, height } = decodePng(new Uint8Array(await card.arrayBuffer()));
    assert.deepEqual([width, height], [1200, 630]);
    assert.equal(meta(page, 'twitter:card'), 'summary_large_image');
    assert.equal(page.match(/<title>/g)?.length, 1);
    const head = page.slice(0, page.indexOf('</head>'));
    assert.ok(head.includes('og:title'), 'they are in the head');
    assert.match(head, /<link rel="alternate" type="application\/atom\+xml"/);
  }
});

test('structured data says what a page is', async () => {
  const typesOf = async (path: string) =>
    [...(await html(path)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json]) => JSON.parse(json ?? '')['@type'],
    );
  assert.deepEqual(await typesOf('/'), ['Organization']);
  assert.deepEqual(await typesOf('/project/sonogram'), ['SoftwareApplication', 'BreadcrumbList']);
  assert.deepEqual(await typesOf('/blog/a-chart-you-can-hear'), ['BlogPosting', 'BreadcrumbList']);
});

test('icons and manifest are there', async () => {
  for (const [path, type] of [
    ['/icon.svg', 'image/svg+xml'],
    ['/favicon.ico', 'image/x-icon'],
    ['/icon-180.png', 'image/png'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ] as const) {
    const response = await get(path);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('content-type'), type);
  }
});

test('an idea has a picture of its own, which is sent like any public file', async () => {
  const idea = demoPages.find(({ path }) => path.startsWith('/ideas/'))?.path ?? '';
  const address = meta(await html(idea), 'og:image') ?? '';
  assert.match(address, /^https:\/\/lab\.example\/ideas\/[0-9a-f-]{36}\/card\.png\?v=\w+$/);
  const path = address.slice('https://lab.example'.length);
  const response = await get(path);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'image/png');
  assert.equal(response.headers.get('cache-control'), 'public, max-age=3600');
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { width, height, colourAt } = decodePng(bytes);
  assert.deepEqual([width, height, colourAt(0, 0)], [1200, 630, tokenColours.dark.bg]);
  assert.ok(bytes.length < 60_000, `${bytes.length} bytes`);

  const etag = response.headers.get('etag') ?? '';
  const again = await fetch(server.local + path, { headers: { 'If-None-Match': etag } });
  assert.equal(again.status, 304);
  const head = await fetch(server.local + path, { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers.get('etag')], [200, etag]);
  assert.equal(head.headers.get('content-length'), String(bytes.length));
  // A request with a token bypasses the cache.
  const withToken = await fetch(server.local + path, { headers: { Authorization: 'Bearer x' } });
  assert.deepEqual(new Uint8Array(await withToken.arrayBuffer()), bytes);
  assert.equal((await fetch(server.local + path, { method: 'POST' })).status, 405);
});

test('the picture of an idea that is not there is a 404', async () => {
  for (const id of ['00000000-0000-4000-8000-000000000000', '-'.repeat(36)]) {
    const response = await get(`/ideas/${id}/card.png?v=1`);
    assert.deepEqual([response.status, await response.text()], [404, 'There is no such page.']);
  }
  for (const path of ['/ideas/x/card.png', '/ideas//card.png', '/nowhere/card.png']) {
    assert.equal((await get(path)).status, 404, path);
  }
});

test('the sitemap has every page, post, project, pod and idea', async () => {
  const response = await get('/sitemap.xml');
  assert.match(response.headers.get('content-type') ?? '', /xml/);
  const addresses = [...(await response.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, url]) => url,
  );
  const list = async (path: string) => (await (await get(path)).json()) as { id: string }[];
  const posts = await list('/api/blogs');
  const apps = await list('/api/apps');
  const pods = await list('/api/pods');
  const ideas = await list('/api/ideas');
  // `indexed` has the page of one post, one project, one pod and one idea, which `objects` counts too.
  const objects = posts.length + apps.length + pods.length + ideas.length;
  const indexed = demoPages.filter(({ isIndexed }) => isIndexed);
  assert.equal(addresses.length, indexed.length - 4 + objects);
  for (const { path } of indexed) assert.ok(addresses.includes(`https://lab.example${path}`));
  for (const { id } of posts) assert.ok(addresses.includes(`https://lab.example/blog/${id}`));
  for (const { id } of apps) assert.ok(addresses.includes(`https://lab.example/project/${id}`));
  for (const { id } of pods) assert.ok(addresses.includes(`https://lab.example/pods/${id}`));
  for (const { id } of ideas) assert.ok(addresses.some((address) => address?.endsWith(`-${id}`)));
  assert.match(
    await (await get('/robots.txt')).text(),
    /Sitemap: https:\/\/lab\.example\/sitemap\.xml/,
  );
  const security = await get('/.well-known/security.txt');
  assert.equal(security.headers.get('content-type'), 'text/plain; charset=utf-8');
  const [, expires = ''] = (await security.text()).match(/^Expires: (.*)$/m) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  assert.ok(days > 170 && days < 365);
});

test('the feed is Atom, with the articles in it', async () => {
  const response = await get('/blog/feed.xml');
  assert.match(response.headers.get('content-type') ?? '', /^application\/atom\+xml/);
  const feed = await response.text();
  assert.equal(feed.match(/<entry>/g)?.length, 8);
  assert.match(feed, /<link rel="self" href="https:\/\/lab\.example\/blog\/feed\.xml"\/>/);
  assert.match(feed, /<content type="html">&#60;p dir=&#34;auto&#34;&#62;/);
  assert.doesNotMatch(feed, /<script|@example/);
});

test('pages that are missing answer 404, and the server goes on', async () => {
  for (const path of [
    '/nope',
    '/project/nope',
    '/blog/nope',
    '/project/%00',
    '/blog/%ff',
    '/project/a/b',
  ]) {
    const response = await get(path);
    assert.equal(response.status, 404, path);
    assert.match(await response.text(), /Not Found/);
  }
  const ideaPath = demoPages.find(({ path }) => path.startsWith('/ideas/'))?.path ?? '';
  for (const [path, title] of [
    ['/ideas/nothing', 'Idea Not Found'],
    [`${ideaPath.slice(0, -1)}0`, 'Idea Not Found'],
    ['/pods/dodo', 'Pod Not Found'],
  ] as const) {
    const response = await get(path);
    assert.equal(response.status, 404, path);
    assert.match(await response.text(), new RegExp(`<h1[^>]*>${title}</h1>`), path);
  }
  assert.equal((await get('/')).status, 200);
});

test('a page that is missing says so, and leads back', async () => {
  for (const [path, heading, text, back] of [
    ['/nowhere', '404 Page Not Found', 'route entry', '/'],
    ['/project/nope', 'Project Not Found', 'The project you’re looking for doesn’t exist.', '/'],
    [
      '/blog/nope',
      'Blog Post Not Found',
      'The blog post you’re looking for doesn’t exist or has been removed.',
      '/blog',
    ],
  ] as const) {
    const main = (await html(path)).match(/<main.*<\/main>/s)?.[0].replaceAll('&#x27;', '’') ?? '';
    assert.match(main, new RegExp(`<h1[^>]*>${heading}</h1>`), path);
    assert.ok(main.includes(text), path);
    const links = [...main.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(?:<svg.*?<\/svg>)?([^<]*)/gs)];
    const name = back === '/' ? 'Back to Home' : 'Back to Blog';
    assert.equal(links.find((link) => link[2] === name)?.[1], back, path);
  }
});

test('GET /blog/?q=chart is answered with 308 to the address without the slash', async () => {
  const response = await fetch(`${server.local}/blog/?q=chart`, { redirect: 'manual' });
  assert.equal(response.status, 308);
  assert.equal(response.headers.get('location'), '/blog?q=chart');
});

test('a page allows its own scripts and nobody else’s', async () => {
  const response = await get('/');
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, /script-src 'self' 'sha256-[^']+';/);
  assert.doesNotMatch(policy.match(/script-src[^;]*/)?.[0] ?? '', /unsafe/);
  for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    assert.ok(policy.includes(part), part);
  }
});

test('GET /metrics answers 404 without METRICS=on', async () => {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  assert.equal((await fetch(`${server.local}/metrics`, { headers })).status, 404);
});

test('pages take GET and HEAD only', async () => {
  const response = await fetch(`${server.local}/contact`, { method: 'POST' });
  assert.equal(response.status, 405);
  assert.equal(response.headers.get('allow'), 'GET, HEAD');
  const head = await fetch(`${server.local}/contact`, { method: 'HEAD' });
  assert.equal(head.status, 200);
  assert.equal(await head.text(), '');
});

test('text of visitors cannot break out of the page', async () => {
  const title = '</script><script>alert(1)</script><!--';
  await fetch(`${server.local}/api/ideas`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      title,
      submitterName: title,
      problemStatement: title,
      proposedSolution: title,
      targetAudience: title,
      expectedImpact: title,
    }),
  });
  const page = await html('/ideas');
  assert.ok(!page.includes('<script>alert(1)'));
  assert.ok(page.includes('&lt;/script&gt;&lt;script&gt;alert(1)'));
});
