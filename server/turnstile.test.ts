import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurnstile } from './turnstile.ts';

/** Creates a turnstile whose calls end when the test calls `end`. `started` has their names in the order of start. */
function createWatched(options: { maxParallel: number; maxWaiting: number }) {
  const inTurn = createTurnstile(options);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const call = (name: string, lineKey: string, isKnown = false) =>
    inTurn({ lineKey, isKnown }, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    }).then(
      () => 'done',
      (error) => error.status as number,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { call, end, started };
}

test('one slot is reserved for known callers, and they go first', async () => {
  const { call, end, started } = createWatched({ maxParallel: 2, maxWaiting: 10 });
  void call('a1', 'a');
  void call('a2', 'a');
  assert.deepEqual(started, ['a1']);
  void call('known 1', 'home', true);
  void call('known 2', 'home', true);
  assert.deepEqual(started, ['a1', 'known 1']);
  await end('a1');
  assert.deepEqual(started, ['a1', 'known 1', 'known 2']);
  await end('known 1');
  assert.deepEqual(started, ['a1', 'known 1', 'known 2', 'a2']);
});

test('networks are served in rotation, also if one has a long line', async () => {
  const { call, end, started } = createWatched({ maxParallel: 2, maxWaiting: 10 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void call(name, 'a');
  for (const name of ['b1', 'b2']) void call(name, 'b');
  void call('c1', 'c');
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('when the queue is full, the last call of the longest line is refused with 503', async () => {
  const { call, end, started } = createWatched({ maxParallel: 2, maxWaiting: 3 });
  void call('a1', 'a');
  const flood = ['a2', 'a3', 'a4', 'a5'].map((name) => call(name, 'a'));
  assert.equal(await flood[3], 503);
  const other = call('b1', 'b');
  assert.equal(await flood[2], 503);
  await end('a1');
  await end('a2');
  assert.deepEqual(started, ['a1', 'a2', 'b1']);
  await end('b1');
  assert.equal(await other, 'done');
  await end('a3');
  assert.deepEqual(await Promise.all(flood), ['done', 'done', 503, 503]);
});

test('work that fails frees its slot', async () => {
  const inTurn = createTurnstile({ maxParallel: 1, maxWaiting: 1 });
  const caller = { lineKey: 'a', isKnown: false };
  await assert.rejects(inTurn(caller, () => Promise.reject(new Error('no'))));
  assert.equal(await inTurn(caller, async () => 'next'), 'next');
});
