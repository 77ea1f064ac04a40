import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { demoPages } from '../pages.ts';
import { newDataDir, startServer } from './server.ts';

const server = await startServer({ DATA_DIR: newDataDir(), SITE_URL: 'https://lab.example' });
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
    assert.equal(meta(page, 'og:image'), 'https://lab.example/og.png');
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

test('icons, manifest and preview are there', async () => {
  for (const [path, type] of [
    ['/icon.svg', 'image/svg+xml'],
    ['/favicon.ico', 'image/x-icon'],
    ['/icon-180.png', 'image/png'],
    ['/og.png', 'image/png'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ] as const) {
    const response = await get(path);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('content-type'), type);
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
  // Four of the pages are those of a post, a project, a pod and an idea.
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
  assert.equal((await get('/')).status, 200);
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
