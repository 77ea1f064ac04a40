import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysBetween, today } from './dates.ts';

test('daysBetween() counts calendar days, and is never negative', () => {
  assert.equal(daysBetween('2026-11-12T23:59:00.000Z', '2026-11-13'), 1);
  assert.equal(daysBetween('2026-11-13T00:00:00.000Z', '2026-11-13'), 0);
  assert.equal(daysBetween('2025-11-13T12:00:00.000Z', '2026-11-13'), 365);
  assert.equal(daysBetween('2027-01-01T00:00:00.000Z', '2026-11-13'), 0);
});

test('today is the day in the time zone of the browser', (t) => {
  const zone = process.env.TZ;
  t.after(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  t.mock.timers.enable({ apis: ['Date'], now: new Date('2026-03-11T03:30:00Z') });
  process.env.TZ = 'America/Los_Angeles';
  assert.equal(today(), '2026-03-10');
  process.env.TZ = 'Asia/Tokyo';
  assert.equal(today(), '2026-03-11');
});
