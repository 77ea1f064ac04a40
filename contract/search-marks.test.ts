import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSearchable, searchWords, splitAtMatches } from './search-marks.ts';
import { foldSearch } from './search-text.ts';

/** Returns the text with brackets around the matching parts. */
const marked = (text: string, typed: string) =>
  splitAtMatches(text, searchWords(foldSearch(typed)))
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

test('splitAtMatches finds the words of a search, regardless of case and Unicode form', () => {
  for (const [text, typed, expected] of [
    ['Tide and TIDE', 'tide', '[Tide] and [TIDE]'],
    ['Tide and harbour', 'harbour tide', '[Tide] and [harbour]'],
    ['harbours', 'harb harbour', '[harbour]s'],
    ['Nothing here', 'tide', 'Nothing here'],
    ['', 'tide', ''],
    ['E\u0301lan vital', 'élan', '[E\u0301lan] vital'],
    ['İstanbul, a HARBOUR', 'harbour', 'İstanbul, a [HARBOUR]'],
    ['a <b>tide</b>', '<b>', 'a [<b>]tide</b>'],
    ['👩‍🚀 and tide', 'tide', '👩‍🚀 and [tide]'],
    ['anything', '', 'anything'],
  ] as const) {
    assert.equal(marked(text, typed), expected, typed);
  }
});

test('splitAtMatches returns the whole text, in a limited number of parts', () => {
  const text = 'a'.repeat(5000);
  const parts = splitAtMatches(text, ['a']);
  assert.equal(parts.map(({ text }) => text).join(''), text);
  assert.ok(parts.length < 30);
});

test('a search uses at most eight different words, and needs one of at least two characters', () => {
  assert.deepEqual(searchWords('a tide a  tides'), ['tides', 'tide', 'a']);
  assert.equal(searchWords('a b c d e f g h i j').length, 8);
  assert.deepEqual(['', 'a', 'a b', '日', 'ab', 'a bc', '日本'].map(isSearchable), [
    ...[false, false, false, false],
    ...[true, true, true],
  ]);
});
