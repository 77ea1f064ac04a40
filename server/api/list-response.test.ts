import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Unavailable } from '../errors.ts';
import { Slots } from '../slots.ts';
import { listResponse } from './list-response.ts';

async function* pieces(sizes: number[], seen: number[] = []) {
  for (const [index, size] of sizes.entries()) {
    seen.push(index);
    yield Array.from({ length: size }, (_, number) => ({ piece: index, text: `${number} "é\n"` }));
  }
}
const free = () => () => {};

test('a list of any number of pieces is the JSON of the whole', async () => {
  for (const sizes of [[], [1], [3], [2, 1], [2, 2, 2]]) {
    const whole = JSON.stringify((await Array.fromAsync(pieces(sizes))).flat());
    const response = await listResponse(pieces(sizes), {}, free);
    assert.equal(await response.text(), whole, String(sizes));
    assert.equal(response.headers.get('content-type'), 'application/json');
  }
});

test('a piece is read when the client takes it, and none after the client has left', async () => {
  const seen: number[] = [];
  const slots = new Slots(1);
  const response = await listResponse(pieces([1, 1, 1, 1, 1, 1], seen), {}, () => slots.take());
  const reader = response.body?.getReader();
  await reader?.read();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(seen.length <= 3, `${seen.length} pieces were read`);
  assert.throws(() => slots.take(), Unavailable);
  await reader?.cancel();
  const atEnd = seen.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(seen.length, atEnd);
  slots.take();
});

test('an error of the first piece is thrown, one of a later piece ends the stream', async () => {
  async function* failing(after: number) {
    for (let piece = 0; piece < after; piece += 1) yield [piece];
    throw new Error('away');
  }
  const slots = new Slots(1);
  await assert.rejects(
    listResponse(failing(0), {}, () => slots.take()),
    /away/,
  );
  const response = await listResponse(failing(3), {}, () => slots.take());
  await assert.rejects(response.text(), /away/);
  slots.take();
});

test('the next list is refused while as many as allowed are being sent', async () => {
  const slots = new Slots(1);
  const first = await listResponse(pieces([1, 1, 1]), {}, () => slots.take());
  await assert.rejects(
    listResponse(pieces([1, 1, 1]), {}, () => slots.take()),
    Unavailable,
  );
  await listResponse(pieces([1]), {}, () => slots.take());
  await first.text();
  await listResponse(pieces([1, 1]), {}, () => slots.take());
});
