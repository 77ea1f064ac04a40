import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takesDropCap } from './drop-cap.ts';

test('an article may have a drop cap in scripts that do not join letters', () => {
  for (const text of [
    'Twice a year',
    '“Line chart',
    '&quot;Line',
    'Élan',
    'Дважды',
    'שלום',
    '春の',
  ]) {
    assert.ok(takesDropCap(`<p dir="auto">${text}</p>`), text);
  }
});

test('an article has no drop cap in scripts that join letters, or if it does not begin with a letter', () => {
  for (const text of [
    'مرحبا بالعالم',
    'नमस्ते',
    'বাংলা',
    'ไทย',
    '1,000 hours',
    '🐦 bird',
    '<em>x</em>',
  ]) {
    assert.ok(!takesDropCap(`<p dir="auto">${text}</p>`), text);
  }
  assert.ok(!takesDropCap('<h2 dir="auto">Head</h2>\n<p dir="auto">Text</p>'));
  assert.ok(!takesDropCap(''));
});
