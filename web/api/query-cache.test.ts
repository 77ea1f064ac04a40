import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ApiError, readOverHttp } from './client.ts';
import { QueryCache } from './query-cache.ts';

const value = async (promise: Promise<unknown>) => promise;

test('a path is fetched only once, however often it is requested', async () => {
  const read = mock.fn(async (path: string) => `answer of ${path}`);
  const cache = new QueryCache(read);
  assert.equal(await value(cache.get('/api/apps')), 'answer of /api/apps');
  assert.equal(cache.get('/api/apps'), cache.get('/api/apps'));
  assert.equal(read.mock.callCount(), 1);
});

test('data that came with the page is available at once, without a request', () => {
  const read = mock.fn(async () => 'asked');
  const cache = new QueryCache(read, { '/api/apps': ['known'] });
  assert.equal((cache.get('/api/apps') as { status?: string }).status, 'fulfilled');
  assert.deepEqual(cache.known(), { '/api/apps': ['known'] });
  assert.equal(read.mock.callCount(), 0);
});

test('a failed query stays failed until retry(), and causes no unhandled rejection', async () => {
  let fails = true;
  const unhandled = mock.fn();
  process.on('unhandledRejection', unhandled);
  const cache = new QueryCache(async () => {
    if (fails) throw new Error('away');
    return 'back';
  });
  await assert.rejects(value(cache.get('/api/apps')));
  fails = false;
  await assert.rejects(value(cache.get('/api/apps')));
  cache.retry();
  assert.equal(await value(cache.get('/api/apps')), 'back');
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(unhandled.mock.callCount(), 0);
  process.off('unhandledRejection', unhandled);
});

test('retry() fetches a failed query again for its subscribers, and later changes notify them too', async () => {
  let fails = true;
  const cache = new QueryCache(async () => {
    if (fails) throw new Error('away');
    return 'back';
  });
  const notified = mock.fn();
  cache.subscribe('/api/apps', notified);
  await assert.rejects(value(cache.get('/api/apps')));
  fails = false;
  cache.retry();
  assert.equal(notified.mock.callCount(), 1);
  assert.equal(await value(cache.get('/api/apps')), 'back');
  cache.set('/api/apps', 'changed');
  assert.equal(notified.mock.callCount(), 2);
});

test('a refresh keeps the old answer until the new one has arrived, and notifies subscribers', async () => {
  let answer = 1;
  const cache = new QueryCache(async () => answer);
  await cache.get('/api/apps');
  const notified = mock.fn();
  cache.subscribe('/api/apps', notified);
  answer = 2;
  const refreshed = cache.refresh('/api/apps');
  assert.equal(await value(cache.get('/api/apps')), 1);
  await refreshed;
  assert.equal(await value(cache.get('/api/apps')), 2);
  assert.equal(notified.mock.callCount(), 1);
});

test('of two concurrent refreshes the one that started last is stored', async () => {
  const answers: ((value: number) => void)[] = [];
  const cache = new QueryCache(() => new Promise((resolve) => answers.push(resolve)), {
    '/api/apps': 0,
  });
  const older = cache.refresh('/api/apps');
  const newer = cache.refresh('/api/apps');
  answers[1]?.(2);
  await newer;
  answers[0]?.(1);
  await older;
  assert.equal(await value(cache.get('/api/apps')), 2);
});

test('the earlier of two concurrent refreshes resolves when the later one is stored', async () => {
  const answers: ((value: number) => void)[] = [];
  const cache = new QueryCache(() => new Promise((resolve) => answers.push(resolve)), {
    '/api/apps': 0,
  });
  const older = cache.refresh('/api/apps').then(() => value(cache.get('/api/apps')));
  cache.refresh('/api/apps');
  answers[0]?.(1);
  await setImmediate();
  answers[1]?.(2);
  assert.equal(await older, 2);
});

test('an entry without subscribers is evicted after five minutes', async (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
  const read = mock.fn(async () => 'answer');
  const cache = new QueryCache(read);
  const unsubscribe = cache.subscribe('/api/apps', () => {});
  t.mock.timers.tick(10 * 60_000);
  cache.get('/api/apps');
  assert.equal(read.mock.callCount(), 1, 'looked at all the time');
  unsubscribe();
  t.mock.timers.tick(5 * 60_000 - 1);
  cache.get('/api/apps');
  assert.equal(read.mock.callCount(), 1);
  t.mock.timers.tick(5 * 60_000);
  cache.get('/api/apps');
  assert.equal(read.mock.callCount(), 2);
});

test('prefetched data and data of the page are evicted too', async (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
  const read = mock.fn(async (path: string) => path);
  const cache = new QueryCache(read, { '/api/stats': 'known' });
  cache.prefetch('/api/blogs');
  t.mock.timers.tick(5 * 60_000);
  cache.get('/api/apps');
  assert.deepEqual(Object.keys(cache.known()), [], 'evicted');
  cache.get('/api/blogs');
  cache.get('/api/stats');
  assert.deepEqual(
    read.mock.calls.map(({ arguments: [path] }) => path),
    ['/api/blogs', '/api/apps', '/api/blogs', '/api/stats'],
  );
});

test('after invalidate() a path is fetched again, with any query string', async () => {
  const read = mock.fn(async (path: string) => path);
  const cache = new QueryCache(read, {
    '/api/ideas?limit=48': 1,
    '/api/ideas?limit=96': 1,
    '/api/x': 1,
  });
  cache.invalidate('/api/ideas');
  assert.deepEqual(Object.keys(cache.known()), ['/api/x']);
  assert.equal(await value(cache.get('/api/ideas?limit=96')), '/api/ideas?limit=96');
});

test('invalidatePath() fetches a path with subscribers again, drops it without, and leaves longer paths', async () => {
  let answer = 1;
  const cache = new QueryCache(async () => answer, { '/api/apps': 1, '/api/apps/tern': 1 });
  const notified = mock.fn();
  const unsubscribe = cache.subscribe('/api/apps', notified);
  for (const next of [2, 3]) {
    answer = next;
    await cache.invalidatePath('/api/apps');
    assert.equal(notified.mock.callCount(), next - 1);
    assert.deepEqual(cache.known(), { '/api/apps': next, '/api/apps/tern': 1 });
  }
  unsubscribe();
  await cache.invalidatePath('/api/apps');
  assert.deepEqual(cache.known(), { '/api/apps/tern': 1 });
});

test('a response that is not ok rejects with an ApiError that has its status and body', async (t) => {
  const answers = [
    new Response('no such thing', { status: 404 }),
    new Response('', { status: 503, statusText: 'Service Unavailable' }),
    new Response('', { status: 401, statusText: 'Unauthorized' }),
    new Response('', { status: 401, statusText: 'Unauthorized' }),
  ];
  const fetched = t.mock.method(globalThis, 'fetch', async () => answers.shift());
  const read = readOverHttp();
  await assert.rejects(read('/x'), new ApiError(404, '', 'no such thing'));
  await assert.rejects(read('/x'), { message: '503: Service Unavailable' });
  await assert.rejects(read('/x'), { message: '401: Unauthorized' });
  assert.equal(await readOverHttp({ on401: 'null' })('/x'), null);
  assert.deepEqual(fetched.mock.calls[0]?.arguments, ['/x', { credentials: 'include' }]);
});
