import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asBlock, escapeWords, placeholder, standInsOf, undescribedOf } from './markdown-text.ts';

test('standInsOf finds the placeholder of a file with any name', () => {
  for (const name of ['mud.jpg', 'a](b) [c] \\ d.png', 'x\ny.png', 'ü'.repeat(200)]) {
    const text = `One.\n\n${placeholder('0123abcd', name)}\n\nTwo.`;
    const [found, ...others] = standInsOf(text);
    assert.deepEqual([found?.id, others.length], ['0123abcd', 0], name);
    assert.equal(text.slice(0, found?.start) + text.slice(found?.end), 'One.\n\n\n\nTwo.');
  }
});

test('undescribedOf finds pictures without a description, and the position to insert it', () => {
  const path = `/pictures/${'0a'.repeat(16)}-64x48.webp`;
  const text = `![](${path}) ![x](${path}) ![](https://a.example/x.png) ![](${path} "caption")`;
  const found = undescribedOf(text);
  assert.deepEqual(
    found.map((each) => each.path),
    [path, path],
  );
  const { start = 0 } = found[1] ?? {};
  assert.ok(
    `${text.slice(0, start)}${escapeWords(' a [b]\n c ')}${text.slice(start)}`.endsWith(
      `![a \\[b\\] c](${path} "caption")`,
    ),
  );
});

test('asBlock makes a new picture a separate paragraph', () => {
  const put = (text: string, at: number) =>
    text.slice(0, at) + asBlock(text, at, 'P') + text.slice(at);
  assert.equal(put('', 0), 'P');
  assert.equal(put('one two', 3), 'one\n\nP\n\n two');
  assert.equal(put('one\n', 4), 'one\n\nP');
  assert.equal(put('one\n\ntwo', 5), 'one\n\nP\n\ntwo');
  assert.equal(put('one\ntwo', 3), 'one\n\nP\n\ntwo');
});
