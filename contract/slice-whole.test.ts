import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sliceWhole } from './slice-whole.ts';

test('sliceWhole leaves out the half of a character, at both ends', () => {
  assert.equal(sliceWhole('a🪶b', 0, 2), 'a');
  assert.equal(sliceWhole('a🪶b', 0, 3), 'a🪶');
  assert.equal(sliceWhole('a🪶b', 2), 'b');
  assert.equal(sliceWhole('a🪶b', -3), '🪶b');
  assert.equal(sliceWhole('🪶🪶🪶', 1, 5), '🪶');
});
