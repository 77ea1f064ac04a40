import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurnstile } from './turnstile.ts';

/** Creates a turnstile whose work ends when the test calls `end`. `begun` lists the work in the order of its start. */
function watched(options: { maxParallel: number; maxWaiting: number }) {
  const inTurn = createTurnstile(options);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, lineKey: string, isKnown = false) =>
    inTurn({ lineKey, isKnown }, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    }).then(
      () => 'done',
      (error) => error.status as number,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { ask, end, begun };
}

test('one slot is reserved for known callers, and they go first', async () => {
  const { ask, end, begun } = watched({ maxParallel: 2, maxWaiting: 10 });
  void ask('a1', 'a');
  void ask('a2', 'a');
  assert.deepEqual(begun, ['a1']);
  void ask('known 1', 'home', true);
  void ask('known 2', 'home', true);
  assert.deepEqual(begun, ['a1', 'known 1']);
  await end('a1');
  assert.deepEqual(begun, ['a1', 'known 1', 'known 2']);
  await end('known 1');
  assert.deepEqual(begun, ['a1', 'known 1', 'known 2', 'a2']);
});

test('networks take turns, however long the line of one is', async () => {
  const { ask, end, begun } = watched({ maxParallel: 2, maxWaiting: 10 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, 'a');
  for (const name of ['b1', 'b2']) void ask(name, 'b');
  void ask('c1', 'c');
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
  assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('when the queue is full, the last of the longest line is turned away', async () => {
  const { ask, end, begun } = watched({ maxParallel: 2, maxWaiting: 3 });
  void ask('a1', 'a');
  const flood = ['a2', 'a3', 'a4', 'a5'].map((name) => ask(name, 'a'));
  assert.equal(await flood[3], 503);
  const other = ask('b1', 'b');
  assert.equal(await flood[2], 503);
  await end('a1');
  await end('a2');
  assert.deepEqual(begun, ['a1', 'a2', 'b1']);
  await end('b1');
  assert.equal(await other, 'done');
  await end('a3');
  assert.deepEqual(await Promise.all(flood), ['done', 'done', 503, 503]);
});

test('work that fails gives its slot back', async () => {
  const inTurn = createTurnstile({ maxParallel: 1, maxWaiting: 1 });
  const caller = { lineKey: 'a', isKnown: false };
  await assert.rejects(inTurn(caller, () => Promise.reject(new Error('no'))));
  assert.equal(await inTurn(caller, async () => 'next'), 'next');
});
