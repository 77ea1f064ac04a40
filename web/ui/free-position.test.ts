import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePosition } from './free-position.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const toast = { width: 366, height: 84 };
const box = (left: number, top: number, width: number, height: number, isInUse = false) => ({
  left,
  top,
  width,
  height,
  isInUse,
});

test('on a free screen the position is at the bottom right', () => {
  assert.deepEqual(freePosition(desktop, toast, []), { left: 1062, top: 804 });
});

test('the position is above a bottom bar of buttons on a phone, and beside it on a desktop', () => {
  assert.deepEqual(freePosition(phone, toast, [box(20, 780, 350, 44)]), { left: 12, top: 684 });
  assert.deepEqual(freePosition(desktop, toast, [box(704, 840, 700, 44)]), { left: 326, top: 804 });
});

test('a toast stays while its position is free, and moves when a control appears there', () => {
  const current = { left: 12, top: 684 };
  assert.deepEqual(freePosition(phone, toast, [], current), current);
  assert.deepEqual(freePosition(phone, toast, [box(20, 700, 90, 44)], current), {
    left: 12,
    top: 748,
  });
  assert.deepEqual(freePosition(phone, toast, [], { left: 12, top: 800 }), { left: 12, top: 748 });
});

test('without a free position, controls in use are covered last', () => {
  const rows = Array.from({ length: 21 }, (_, row) => box(0, row * 40, 390, 39, row > 3));
  const { top } = freePosition(phone, toast, rows);
  assert.ok(top + toast.height <= 4 * 40, `at ${top}`);
});

test('a box that is larger than the screen is at the top left', () => {
  assert.deepEqual(freePosition({ width: 300, height: 60 }, toast, []), { left: 0, top: 0 });
});
