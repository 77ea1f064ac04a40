import assert from 'node:assert/strict';
import { test } from 'node:test';
import { merge } from './merge.ts';

const fields = ['title', 'text'];
const base = { values: { title: 'a', text: 'b' } };

test('merge takes over a field that only one side changed', () => {
  assert.deepEqual(
    merge(base, { title: 'mine', text: 'b' }, { title: 'a', text: 'theirs' }, fields),
    {
      values: { title: 'mine', text: 'theirs' },
      taken: ['text'],
      disputed: [],
    },
  );
});

test('merge disputes a field that both sides changed, unless they agree', () => {
  assert.deepEqual(
    merge(base, { title: 'mine', text: 'same ' }, { title: 'theirs', text: 'same' }, fields),
    { values: { title: 'mine', text: 'same' }, taken: [], disputed: ['title'] },
  );
});

test('merge does not take values of an own save without an answer for changes of the other side', () => {
  const sent = { title: 'first try', text: 'b' };
  assert.deepEqual(
    merge(
      { ...base, sent: [sent] },
      { title: 'second try', text: 'b' },
      { ...sent, text: 'new' },
      fields,
    ),
    { values: { title: 'second try', text: 'new' }, taken: ['text'], disputed: [] },
  );
});

test('merge ignores the kind of line breaks and white space at the ends, but not that a field was cleared', () => {
  assert.deepEqual(
    merge(
      { values: { title: 'a', text: 'one\r\ntwo' } },
      { title: '', text: 'one\ntwo\n' },
      { title: 'a', text: 'three' },
      fields,
    ),
    { values: { title: '', text: 'three' }, taken: ['text'], disputed: [] },
  );
});
