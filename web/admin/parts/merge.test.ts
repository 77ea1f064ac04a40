import assert from 'node:assert/strict';
import { test } from 'node:test';
import { merge } from './merge.ts';

const fields = ['title', 'text'];
const base = { values: { title: 'a', text: 'b' } };

test('a field that one side changed is that side’s', () => {
  assert.deepEqual(
    merge(base, { title: 'mine', text: 'b' }, { title: 'a', text: 'theirs' }, fields),
    {
      values: { title: 'mine', text: 'theirs' },
      taken: ['text'],
      disputed: [],
    },
  );
});

test('a field that both changed is asked about, unless both say the same', () => {
  assert.deepEqual(
    merge(base, { title: 'mine', text: 'same ' }, { title: 'theirs', text: 'same' }, fields),
    { values: { title: 'mine', text: 'same' }, taken: [], disputed: ['title'] },
  );
});

test('what I sent myself, in a save whose answer was lost, is no change of theirs', () => {
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

test('line breaks and white space at the ends are no change; a cleared field is one', () => {
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
