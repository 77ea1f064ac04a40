import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inZone, timeOrDay } from './times.ts';

test('inZone formats a time in the date format of the site', () => {
  assert.equal(
    inZone('2026-09-03T22:30:00.000Z', 'Europe/Berlin'),
    '4 Sep 2026, 00:30 Europe/Berlin',
  );
});

test('timeOrDay formats a time of today as a time of day, and another one as a date', () => {
  const now = new Date('2026-09-04T10:00:00.000Z');
  assert.equal(timeOrDay('2026-09-03T22:30:00.000Z', 'Europe/Berlin', now), '00:30');
  assert.equal(timeOrDay('2026-09-03T21:30:00.000Z', 'Europe/Berlin', now), '3 Sep 2026');
});
