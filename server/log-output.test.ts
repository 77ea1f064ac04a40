import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogOutput } from './log-output.ts';

/** Creates a sink that accepts at most `room` bytes, until `makeRoom` is called. */
function disk(room = Number.POSITIVE_INFINITY) {
  let text = '';
  return {
    makeRoom: () => {
      room = Number.POSITIVE_INFINITY;
    },
    text: () => text,
    sink: async (bytes: Uint8Array) => {
      const taken = Math.min(room, bytes.length);
      room -= taken;
      text += Buffer.from(bytes.subarray(0, taken)).toString();
      return taken;
    },
  };
}

const withoutTime = (text: string) => text.replace(/"time":\d+/g, '"time":0');
const loss = (dropped: number) =>
  `{"level":40,"time":0,"dropped":${dropped},"msg":"log lines could not be written"}\n`;

test('lines are written in order, also with letters of several bytes', async () => {
  const { sink, text } = disk();
  const output = createLogOutput(sink);
  output.write('one\n');
  output.write('zwölf\n');
  await output.drain(5000);
  assert.equal(text(), 'one\nzwölf\n');
});

test('lines that do not fit on a full disk are counted, and reported once there is room', async () => {
  const { sink, text, makeRoom } = disk(6);
  const output = createLogOutput(sink);
  output.write('one\ntorn\nlost\n');
  await output.drain(5000);
  output.write('lost\n');
  await output.drain(5000);
  assert.equal(text(), 'one\nto');
  makeRoom();
  output.write('two\n');
  await output.drain(5000);
  output.write('three\n');
  await output.drain(5000);
  assert.equal(withoutTime(text()), `one\nto\n${loss(3)}two\nthree\n`);
});

test('a sink that stalls does not block `write`, and the buffer is bounded', async () => {
  const { sink, text } = disk();
  const { promise: stall, resolve } = Promise.withResolvers<void>();
  const output = createLogOutput(async (bytes) => {
    await stall;
    return sink(bytes);
  }, 100);
  output.write('first\n');
  await output.drain(50);
  for (let number = 10; number < 40; number += 1) output.write(`line ${number}\n`);
  await output.drain(1);
  resolve();
  await output.drain(5000);
  output.write('last\n');
  await output.drain(5000);
  const kept = Array.from({ length: 12 }, (_, index) => `line ${index + 10}\n`).join('');
  assert.equal(withoutTime(text()), `first\n${loss(18)}${kept}last\n`);
});
