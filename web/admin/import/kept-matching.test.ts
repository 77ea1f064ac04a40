import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fittedTo } from './kept-matching.ts';

const kept = {
  fileName: 'form.csv',
  names: ['Name', 'Other', 'Other'],
  fields: { title: { column: 2 }, submitterName: { column: 0 }, status: { value: 'approved' } },
  order: 'day',
  timeZone: 'UTC',
} as const;

const fit = (names: string[]) => fittedTo(names, { ...kept, names: [...kept.names] });

test('a stored matching fits a table with the same columns, also after an additional one', () => {
  const { fields, order, timeZone } = kept;
  assert.deepEqual(fit(['Name', 'Other', 'Other']), { fields, order, timeZone });
  assert.deepEqual(fit(['Reason', 'Name', 'Other'])?.fields, {
    title: { column: 2 },
    submitterName: { column: 1 },
    status: { value: 'approved' },
  });
});

test('a stored matching does not fit a table that lacks one of its columns', () => {
  assert.equal(fit(['Name', 'Title']), undefined);
  assert.equal(fittedTo(['Name'], undefined), undefined);
});
