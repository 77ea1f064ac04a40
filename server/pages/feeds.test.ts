import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFeeds } from './feeds.ts';

const failing = (status: number) =>
  createFeeds(async () => {
    throw Object.assign(new Error(`${status}: no`), { status });
  }, 'https://lab.example');

test('while the database is unavailable feeds answer 503 with Retry-After', async () => {
  for (const path of ['/blog/feed.xml', '/sitemap.xml']) {
    const answer = await failing(503).get(path)?.();
    assert.equal(answer?.status, 503, path);
    assert.equal(answer?.headers.get('retry-after'), '2', path);
    await assert.rejects(failing(500).get(path)?.() as Promise<Response>, /500: no/, path);
  }
  assert.equal((await failing(503).get('/robots.txt')?.())?.status, 200);
});
