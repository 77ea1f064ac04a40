import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diff } from './diff.ts';
import { mergedText, mergeLines, movedPosition, restOfBase } from './merge-lines.ts';

const random = (seed: number) => () => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed / 2147483648;
};

test('diff returns changes that turn one list into the other', () => {
  const next = random(7);
  for (let round = 0; round < 500; round += 1) {
    const list = () =>
      Array.from({ length: Math.floor(next() * 12) }, () => 'abcd'[Math.floor(next() * 4)] ?? '');
    const [one, other] = [list(), list()];
    let made: string[] = [];
    let at = 0;
    for (const { from, to, otherFrom, otherTo } of diff(one, other)) {
      assert.ok(from >= at && (to > from || otherTo > otherFrom));
      made = [...made, ...one.slice(at, from), ...other.slice(otherFrom, otherTo)];
      at = to;
    }
    assert.deepEqual([...made, ...one.slice(at)], other, `${one} → ${other}`);
  }
});

test('diff compares lists without a common item quickly', () => {
  const list = (prefix: string) => Array.from({ length: 20_000 }, (_, at) => `${prefix}${at}`);
  const began = performance.now();
  assert.equal(diff(list('a'), list('b')).length, 1);
  assert.ok(performance.now() - began < 2000);
});

const kinds = (base: string, mine: string, theirs: string) =>
  mergeLines(base, mine, theirs)
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'same');

test('mergeLines takes over lines that one side changed', () => {
  const pieces = mergeLines('a\nb\nc\nd\ne', 'A\nb\nc\nd\ne', 'a\nb\nc\nd\nE\nf');
  assert.equal(mergedText(pieces), 'A\nb\nc\nd\nE\nf');
  assert.equal(mergedText(mergeLines('a\nb\nc', 'a\nc', 'a\nb\nc\nd')), 'a\nc\nd');
  assert.equal(mergedText(mergeLines('a\r\nb', 'a\nb', 'a\nB')), 'a\nB');
  assert.deepEqual(kinds('a\nb', 'a\nB', 'a\nB'), ['agreed']);
  assert.equal(mergedText(mergeLines('a\nb', 'A\nb', 'a\nB')), 'A\nB', 'neighbours');
});

test('mergeLines disputes lines that both sides changed, and no others', () => {
  const pieces = mergeLines('a\nb\nc\nd', 'a\nmine\nc\nd', 'a\ntheirs\nc\nD');
  assert.deepEqual(
    pieces.filter(({ kind }) => kind === 'disputed'),
    [{ kind: 'disputed', base: ['b'], mine: ['mine'], theirs: ['theirs'] }],
  );
  assert.equal(mergedText(pieces), 'a\nmine\nc\nD');
  assert.equal(restOfBase(pieces), 'a\nb\nc\nD');
  assert.deepEqual(
    kinds('a\nd', 'a\nb\nd', 'a\nc\nd'),
    ['disputed'],
    'two insertions at one place',
  );
  assert.deepEqual(kinds('', 'mine', 'theirs'), ['disputed']);
  assert.deepEqual(kinds('a\nb\nc', 'a\nc', 'a\nB\nc'), ['disputed'], 'deleted and changed');
});

test('a merge without a dispute is the same from both sides, and has all changes', () => {
  const next = random(11);
  for (let round = 0; round < 500; round += 1) {
    const base = Array.from({ length: 8 }, (_, at) => `line ${at}`);
    const edit = (mark: string) => {
      const lines = [...base];
      const at = Math.floor(next() * lines.length);
      lines.splice(at, Math.floor(next() * 2), ...(next() > 0.3 ? [`${mark}${round}`] : []));
      return lines.join('\n');
    };
    const [mine, theirs] = [edit('m'), edit('t')];
    const pieces = mergeLines(base.join('\n'), mine, theirs);
    if (pieces.some(({ kind }) => kind === 'disputed')) continue;
    const other = mergeLines(base.join('\n'), theirs, mine);
    assert.equal(mergedText(pieces), mergedText(other));
    assert.equal(restOfBase(pieces), theirs);
  }
});

test('movedPosition keeps the caret in its word', () => {
  const mine = 'a\nb\nhere';
  const pieces = mergeLines('a\nb\nc', mine, 'a\nnew\nlines\nb\nc');
  const caret = movedPosition(pieces, mine.indexOf('re'));
  assert.equal(mergedText(pieces).slice(caret), 're');
  assert.equal(movedPosition(pieces, 0), 0);
  assert.equal(movedPosition(pieces, mine.length), mergedText(pieces).length);
});
