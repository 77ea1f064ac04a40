import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceOf } from './difference.ts';

test('differenceOf returns the part from the first to the last word that differs', () => {
  assert.deepEqual(differenceOf('a tern and a ruff', 'a turn and a ruff'), [
    { before: 'a ', changed: 'tern', after: ' and a ruff' },
    { before: 'a ', changed: 'turn', after: ' and a ruff' },
  ]);
  assert.deepEqual(differenceOf('', 'new'), [
    { before: '', changed: '', after: '' },
    { before: '', changed: 'new', after: '' },
  ]);
});

test('differenceOf shortens the common text, and keeps the surrogate pair of a changed character together', () => {
  const long = 'word '.repeat(200);
  const [one] = differenceOf(`${long}🪶 here ${long}`, `${long}🪷 here ${long}`);
  assert.equal(one.changed, '🪶');
  assert.ok(one.before.startsWith('…') && one.before.length < 310);
  assert.ok(one.after.endsWith('…') && one.after.length < 310);
});

test('differenceOf never cuts a surrogate pair where it shortens the common text', () => {
  for (const space of [' ', '  ']) {
    const long = `${space}${'🪶'.repeat(200)}${space}`;
    const [one] = differenceOf(`${long}tern${long}`, `${long}ruff${long}`);
    assert.ok(one.before.isWellFormed() && one.before.startsWith('…'), one.before);
    assert.ok(one.after.isWellFormed() && one.after.endsWith('…'), one.after);
  }
});
