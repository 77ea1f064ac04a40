import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRoutes } from '../api/api.ts';
import type { ApiDeps } from '../api/deps.ts';
import { resourcesOf } from './resources.ts';

let isCancelled = false;
const endless = new ReadableStream({
  pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
  cancel() {
    isCancelled = true;
  },
});

const resourceOf = resourcesOf({
  routes: listRoutes({} as ApiDeps),
  read: async (path) =>
    path === '/api/blogs'
      ? new Response(endless)
      : new Response(null, { status: path.endsWith('/there') ? 200 : 404 }),
  describe: (path, search) => ({
    path,
    search,
    apiPaths: [`/api${path}`],
    status: 200,
    missing: '/blogs/*',
  }),
  render: async (path) => new Response(path, { status: 404 }),
  feeds: new Map(),
  answerCard: async () => new Response('a picture'),
  answerPicture: async () => new Response('an uploaded picture'),
  headers: [],
});

test('addresses with the same response have the same cache key', () => {
  for (const [url, key] of [
    ['/api/ideas', '/api/ideas'],
    ['/api/ideas?x=1', '/api/ideas'],
    ['/api/ideas?view=x', '/api/ideas'],
    ['/api/ideas?limit=7&status=pending&q=tide', '/api/ideas'],
    ['/api/ideas?status=pending&view=page&x=1&q=', '/api/ideas?view=page&status=pending'],
    ['/api/ideas?limit=96&view=page', '/api/ideas?view=page&limit=96'],
    ['/api/ideas?view=page&limit=097.5', '/api/ideas?view=page&limit=97'],
    ['/api/ideas?view=page&limit=1000000', '/api/ideas?view=page&limit=384'],
    ['/api/ideas?view=page&status=random', '/api/ideas?view=page&status=none'],
    ['/api/ideas?view=page&q=+TIDE+', '/api/ideas?view=page&q=tide'],
    ['/api/ideas?view=page&before=random&q=+', '/api/ideas?view=page'],
    ['/api/blogs?view=whole', '/api/blogs'],
    ['/api/blogs?view=summary', '/api/blogs?view=summary'],
    ['/api/apps?view=page', '/api/apps'],
    ['/api/log?before=random&x=1', '/api/log'],
    ['/api/pods/a/log?x=1&limit=03', '/api/pods/a/log?limit=3'],
    ['/api/search', '/api/search'],
    ['/api/search?in=x&q=+&view=page', '/api/search'],
    ['/api/search?in=posts&q=+TIDE+&x=1', '/api/search?q=tide&in=posts'],
  ] as const) {
    assert.equal(resourceOf(url)?.key, key, url);
  }
});

test('a response has the topics of all content that it shows', () => {
  for (const [url, topics] of [
    ['/api/stats', ['apps', 'pods']],
    ['/api/ideas?view=changes', ['ideas']],
    ['/api/log?limit=3', ['log_entries', 'pods']],
    ['/api/pods/log', ['pods']],
    ['/api/pods/a/log', ['log_entries', 'pods']],
    ['/api/apps/a/log?limit=3', ['log_entries', 'pods', 'apps']],
    ['/api/lineage/apps/a', ['connections', 'blogs', 'ideas', 'pods', 'apps']],
    ['/api/search?q=tide', ['ideas', 'apps', 'pods', 'blogs']],
  ] as const) {
    assert.deepEqual(resourceOf(url)?.topics, topics, url);
  }
});

test('the card of an idea has one cache key, with or without a query', () => {
  const path = '/ideas/0197a3c4-0000-7000-8000-000000000000/card.png';
  for (const url of [path, `${path}?v=1`, `${path}?v=2&x=3`]) {
    const { key, topics } = resourceOf(url) ?? {};
    assert.deepEqual([key, topics], [path, ['ideas']], url);
  }
});

test('a very long address gets a cache key like any other', () => {
  const long = 'x'.repeat(2000);
  assert.equal(resourceOf(`/blogs/${long}`)?.key, `/blogs/${long}`);
  assert.equal(resourceOf(`/api/ideas?x=${long}`)?.key, '/api/ideas');
});

test('one cached page answers for all missing objects', async () => {
  const standIn = async (url: string) => resourceOf(url)?.standIn?.();
  assert.equal(await standIn('/blogs/there'), undefined);
  for (const url of ['/blogs/a', '/blogs/b']) {
    const missing = await standIn(url);
    assert.equal(missing?.key, '/blogs/*');
    assert.deepEqual(missing?.topics, []);
    const { status, body } = (await missing?.produce()) ?? {};
    assert.deepEqual([status, Buffer.from(body ?? []).toString()], [404, '/blogs/*']);
  }
});

test('a response of more than 8 MB is not cached, and its stream is cancelled', async () => {
  assert.equal(await resourceOf('/api/blogs')?.produce(), undefined);
  assert.equal(isCancelled, true);
});
