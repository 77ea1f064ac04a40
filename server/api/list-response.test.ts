import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Unavailable } from '../errors.ts';
import { Slots } from '../slots.ts';
import { listResponse } from './list-response.ts';

async function* pieces(sizes: number[], readPieces: number[] = []) {
  for (const [index, size] of sizes.entries()) {
    readPieces.push(index);
    yield Array.from({ length: size }, (_, number) => ({ piece: index, text: `${number} "é\n"` }));
  }
}
const takeFreeSlot = () => () => {};

test('a list in any number of pieces becomes the JSON of the whole list', async () => {
  for (const sizes of [[], [1], [3], [2, 1], [2, 2, 2]]) {
    const whole = JSON.stringify((await Array.fromAsync(pieces(sizes))).flat());
    const response = await listResponse(pieces(sizes), {}, takeFreeSlot);
    assert.equal(await response.text(), whole, String(sizes));
    assert.equal(response.headers.get('content-type'), 'application/json');
  }
});

test('pieces are read as the client takes them, and none after the client has left', async () => {
  const readPieces: number[] = [];
  const slots = new Slots(1);
  const response = await listResponse(pieces([1, 1, 1, 1, 1, 1], readPieces), {}, () =>
    slots.take(),
  );
  const reader = response.body?.getReader();
  await reader?.read();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(readPieces.length <= 3, `${readPieces.length} pieces were read`);
  assert.throws(() => slots.take(), Unavailable);
  await reader?.cancel();
  const atEnd = readPieces.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(readPieces.length, atEnd);
  slots.take();
});

test('an error of the first piece is thrown, an error of a later piece ends the stream', async () => {
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

test('a list is refused while all slots are taken, unless it has only one piece', async () => {
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
