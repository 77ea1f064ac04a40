import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { ApiError, readOverHttp } from './client.ts';
import { Reads } from './reads.ts';

const value = async (promise: Promise<unknown>) => promise;

test('each path is read once, however often it is asked for', async () => {
  const read = mock.fn(async (path: string) => `answer of ${path}`);
  const reads = new Reads(read);
  assert.equal(await value(reads.get('/api/apps')), 'answer of /api/apps');
  assert.equal(reads.get('/api/apps'), reads.get('/api/apps'));
  assert.equal(read.mock.callCount(), 1);
});

test('what the server has read is there at once, without asking', () => {
  const read = mock.fn(async () => 'asked');
  const reads = new Reads(read, { '/api/apps': ['known'] });
  assert.equal((reads.get('/api/apps') as { status?: string }).status, 'fulfilled');
  assert.deepEqual(reads.known(), { '/api/apps': ['known'] });
  assert.equal(read.mock.callCount(), 0);
});

test('a failure stays a failure until it is tried again, and is nobody else’s problem', async () => {
  let fails = true;
  const forgotten = mock.fn();
  process.on('unhandledRejection', forgotten);
  const reads = new Reads(async () => {
    if (fails) throw new Error('away');
    return 'back';
  });
  await assert.rejects(value(reads.get('/api/apps')));
  fails = false;
  await assert.rejects(value(reads.get('/api/apps')));
  reads.retry();
  assert.equal(await value(reads.get('/api/apps')), 'back');
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(forgotten.mock.callCount(), 0);
  process.off('unhandledRejection', forgotten);
});

test('a refresh keeps the old answer until the new one is there, and tells those who look', async () => {
  let answer = 1;
  const reads = new Reads(async () => answer);
  await reads.get('/api/apps');
  const told = mock.fn();
  reads.subscribe('/api/apps', told);
  answer = 2;
  const refreshed = reads.refresh('/api/apps');
  assert.equal(await value(reads.get('/api/apps')), 1);
  await refreshed;
  assert.equal(await value(reads.get('/api/apps')), 2);
  assert.equal(told.mock.callCount(), 1);
});

test('of two refreshes the one that was asked last counts, whichever comes last', async () => {
  const answers: ((value: number) => void)[] = [];
  const reads = new Reads(() => new Promise((resolve) => answers.push(resolve)), {
    '/api/apps': 0,
  });
  const older = reads.refresh('/api/apps');
  const newer = reads.refresh('/api/apps');
  answers[1]?.(2);
  await newer;
  answers[0]?.(1);
  await older;
  assert.equal(await value(reads.get('/api/apps')), 2);
});

test('what nobody looks at is let go after five minutes', async (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
  const read = mock.fn(async () => 'answer');
  const reads = new Reads(read);
  const stopLooking = reads.subscribe('/api/apps', () => {});
  t.mock.timers.tick(10 * 60_000);
  reads.get('/api/apps');
  assert.equal(read.mock.callCount(), 1, 'looked at all the time');
  stopLooking();
  t.mock.timers.tick(5 * 60_000 - 1);
  reads.get('/api/apps');
  assert.equal(read.mock.callCount(), 1);
  t.mock.timers.tick(5 * 60_000);
  reads.get('/api/apps');
  assert.equal(read.mock.callCount(), 2);
});

test('what was only fetched ahead, or came with the page, is let go as well', async (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
  const read = mock.fn(async (path: string) => path);
  const reads = new Reads(read, { '/api/stats': 'known' });
  reads.prefetch('/api/blogs');
  t.mock.timers.tick(5 * 60_000);
  reads.get('/api/apps');
  assert.deepEqual(Object.keys(reads.known()), [], 'not even kept in memory');
  reads.get('/api/blogs');
  reads.get('/api/stats');
  assert.deepEqual(
    read.mock.calls.map(({ arguments: [path] }) => path),
    ['/api/blogs', '/api/apps', '/api/blogs', '/api/stats'],
  );
});

test('what is forgotten is read anew, whatever its query', async () => {
  const read = mock.fn(async (path: string) => path);
  const reads = new Reads(read, {
    '/api/ideas?limit=48': 1,
    '/api/ideas?limit=96': 1,
    '/api/x': 1,
  });
  reads.forget('/api/ideas');
  assert.deepEqual(Object.keys(reads.known()), ['/api/x']);
  assert.equal(await value(reads.get('/api/ideas?limit=96')), '/api/ideas?limit=96');
});

test('an answer that is not ok is an error of status, colon and text', async (t) => {
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
