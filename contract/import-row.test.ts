import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applicationDraft, ideaDraft } from '../tests/drafts.ts';
import type { ImportKind } from './import.ts';
import { orderOf, readMoment } from './import-date.ts';
import { rowReader, splitEntries } from './import-row.ts';
import { clockOf } from './time-zone.ts';
import { limits } from './vocabulary.ts';

const now = new Date('2026-11-15T10:00:00.000Z');

/** Reads a row. `texts` maps each field name to the text of its cell, or to a list that is joined with commas. */
function read(kind: ImportKind, texts: Record<string, unknown>, more: object = {}) {
  const names = Object.keys(texts);
  const fields = Object.fromEntries(names.map((name, column) => [name, { column }]));
  const cells = names.map((name) => [texts[name] ?? []].flat().join(', '));
  return rowReader({ kind, fields, timeZone: 'UTC', ...more }, now)(cells);
}

test('dates are read as forms and spreadsheets write them', () => {
  const at = (text: string, order?: 'day' | 'month', timeZone = 'Europe/Berlin') => {
    const moment = readMoment(text, { order, clock: clockOf(timeZone) });
    return moment instanceof Date ? moment.toISOString() : moment.error;
  };
  assert.equal(at('2024/03/01 10:22:11 AM GMT+1'), '2024-03-01T09:22:11.000Z');
  assert.equal(at('2024/03/01 12:22:11 am GMT'), '2024-03-01T00:22:11.000Z');
  assert.equal(at('2024-03-01T10:22:11.123Z'), '2024-03-01T10:22:11.123Z');
  assert.equal(at('2024-03-01T10:22:11-05:30'), '2024-03-01T15:52:11.000Z');
  assert.equal(at('2024-03-01 10:22'), '2024-03-01T09:22:00.000Z');
  assert.equal(at('3/31/2024 10:22:11'), '2024-03-31T08:22:11.000Z');
  assert.equal(at('31/03/2024, 10:22pm'), '2024-03-31T20:22:00.000Z');
  assert.equal(at('1.3.24'), '2024-02-29T23:00:00.000Z');
  assert.equal(at('March 1, 2024 1:05pm'), '2024-03-01T12:05:00.000Z');
  assert.equal(at('1 Mar 2024'), '2024-02-29T23:00:00.000Z');
  assert.equal(at('3/4/2024', 'day', 'UTC'), '2024-04-03T00:00:00.000Z');
  assert.equal(at('3/4/2024', 'month', 'UTC'), '2024-03-04T00:00:00.000Z');
  // On this day clocks in Berlin skipped the hour from 02:00 to 03:00.
  assert.equal(at('2024-03-31 02:30'), '2024-03-31T01:30:00.000Z');
  // Samoa skipped this whole day when its clocks changed from UTC-10 to UTC+14.
  assert.equal(at('2011-12-30 10:00', undefined, 'Pacific/Apia'), '2011-12-30T20:00:00.000Z');
  assert.match(at('3/4/2024'), /day or the month comes first in 3\/4\/2024/);
  for (const wrong of [
    '2024-02-30',
    '13/13/2024',
    'soon',
    '2024-01-01 25:00',
    '13:00',
    '1/2/3/4',
  ]) {
    assert.match(at(wrong, 'day'), /Write the date/, wrong);
  }
  assert.deepEqual(
    ['3/4/2024 10:00', '13/4/2024', '4/13/2024', '4/4/2024', '3.4.2024', '2024-03-04'].map(orderOf),
    ['either', 'day', 'month', undefined, 'day', undefined],
  );
});

test('a row becomes a draft, whose list entries have the spelling of the list', () => {
  const { draft } = read('applications', {
    ...applicationDraft,
    role: 'data SPECIALIST',
    circles: 'review circle, data analytics',
    meetsRequirements: 'TRUE',
    currentlyInCircle: 'n',
    skills: 'SQL; C, C++;\nSQL',
    status: 'Accepted',
    createdAt: '2024-03-01',
  });
  const { circles, skills, status, createdAt, ...others } = draft as Record<string, unknown>;
  assert.deepEqual(circles, ['Review', 'Data Analytics']);
  assert.deepEqual(skills, ['SQL', 'C, C++']);
  assert.equal(status, 'accepted');
  assert.equal(createdAt, '2024-03-01T00:00:00.000Z');
  assert.equal(others.role, applicationDraft.role);
  assert.equal(others.meetsRequirements, 'Yes');
  assert.equal(others.currentlyInCircle, 'No');
});

test('entries that contain commas are joined again, and none is lost from a list that is too long', () => {
  const known = new Map([
    ['it', 'IT'],
    ['plan, build', 'Plan, build'],
  ]);
  assert.deepEqual(splitEntries('plan,BUILD, IT, Chess', known), ['Plan, build', 'IT', 'Chess']);
  const many = ['IT', ...Array<string>(limits.listEntries - 1).fill('Plan, build')];
  assert.deepEqual(splitEntries(many.join(', '), known), many);
  const tooMany = [...many, 'IT', 'IT'];
  assert.equal(splitEntries(tooMany.join(', '), known).length, limits.listEntries + 1);
});

test('a text of any length is trimmed, and refused instead of cut', () => {
  const spaces = ' '.repeat(30_000);
  const { draft } = read('ideas', { ...ideaDraft, dependencies: `${spaces}Owls${spaces}` });
  assert.equal((draft as { dependencies: string }).dependencies, 'Owls');
  const { errors } = read('ideas', { ...ideaDraft, dependencies: `Owls${spaces}and bats` });
  assert.equal(errors?.dependencies, 'Use at most 5,000 characters.');
  const { errors: ofList } = read('applications', {
    ...applicationDraft,
    skills: `SQL${','.repeat(30_000)}C`,
  });
  assert.equal(ofList?.skills, 'Use at most 5,000 characters.');
});

test('a row that the form would refuse gets the error messages of the form', () => {
  const { errors } = read('ideas', {
    ...ideaDraft,
    title: ' ',
    problemStatement: 'x'.repeat(5_000_000),
    requiredExpertise: ['Developer', 'Wizard'],
    email: 'nobody',
    dependencies: 'a\0b',
    status: 'maybe',
    createdAt: '2027-01-01',
  });
  assert.deepEqual(Object.keys(errors ?? {}).toSorted(), [
    'createdAt',
    'dependencies',
    'email',
    'problemStatement',
    'requiredExpertise',
    'status',
    'title',
  ]);
  assert.equal(errors?.title, 'Give the idea a title.');
  assert.equal(errors?.problemStatement, 'Use at most 5,000 characters.');
  assert.equal(errors?.email, 'Write the address like name@example.com.');
  assert.equal(errors?.createdAt, 'This date is in the future.');
  assert.match(errors?.status ?? '', /^Choose one of: pending,/);
});

test('a field takes the text of its column, a text that is the same for all rows, or its default', () => {
  const plan = {
    kind: 'ideas',
    timeZone: 'UTC',
    fields: {
      ...Object.fromEntries(Object.keys(ideaDraft).map((name) => [name, { value: 'Developer' }])),
      title: { column: 1 },
    },
  } as const;
  const readRow = rowReader(plan, now);
  const { draft } = readRow(['no', 'yes']);
  assert.equal((draft as { title: string }).title, 'yes');
  assert.equal(draft?.status, 'pending');
  assert.equal(draft?.createdAt, null);
  assert.deepEqual(Object.keys(readRow(['no']).errors ?? {}), ['title']);
});
