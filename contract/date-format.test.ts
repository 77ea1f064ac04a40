import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDate, formatDateTime } from './date-format.ts';

test('formatDate and formatDateTime write a time in UTC', () => {
  const time = new Date('2026-09-03T23:59:00.000Z');
  assert.equal(formatDate(time, 'day'), '3 Sep 2026');
  assert.equal(formatDate(time, 'month'), 'Sep 2026');
  assert.equal(formatDateTime(time), '3 Sep 2026, 23:59 UTC');
  assert.equal(formatDate(new Date('2026-11-13'), 'day'), '13 Nov 2026');
});
