import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTimeZone, momentsOf, wallClock } from './time-zone.ts';

const moments = (local: string, zone: string) =>
  momentsOf(local, zone).map((moment) => moment.toISOString().slice(0, 16));

test('momentsOf returns one moment for a usual wall-clock time, and none for another text', () => {
  assert.deepEqual(moments('2026-07-01T09:00', 'Europe/Berlin'), ['2026-07-01T07:00']);
  assert.deepEqual(moments('2026-12-01T09:00', 'Europe/Berlin'), ['2026-12-01T08:00']);
  assert.deepEqual(moments('2026-12-01T09:00', 'UTC'), ['2026-12-01T09:00']);
  assert.deepEqual(moments('2026-12-01T00:00', 'Asia/Kathmandu'), ['2026-11-30T18:15']);
  assert.deepEqual(moments('2026-12-31T23:59', 'Pacific/Kiritimati'), ['2026-12-31T09:59']);
  assert.deepEqual(moments('not a time', 'UTC'), []);
});

test('momentsOf returns no moment for a time that clocks skip, but one for the minutes around it', () => {
  assert.deepEqual(moments('2027-03-28T02:30', 'Europe/Berlin'), []);
  assert.deepEqual(moments('2027-03-28T01:59', 'Europe/Berlin'), ['2027-03-28T00:59']);
  assert.deepEqual(moments('2027-03-28T03:00', 'Europe/Berlin'), ['2027-03-28T01:00']);
  // Clocks on Lord Howe Island go forward by only half an hour.
  assert.deepEqual(moments('2026-10-04T02:15', 'Australia/Lord_Howe'), []);
});

test('momentsOf returns two moments for a time that clocks repeat, the earlier one first', () => {
  assert.deepEqual(moments('2026-10-25T02:30', 'Europe/Berlin'), [
    '2026-10-25T00:30',
    '2026-10-25T01:30',
  ]);
  assert.deepEqual(moments('2026-11-01T01:00', 'America/New_York'), [
    '2026-11-01T05:00',
    '2026-11-01T06:00',
  ]);
});

test('wallClock returns the local time of a moment in a time zone', () => {
  assert.equal(wallClock(new Date('2026-11-01T05:30:00Z'), 'America/New_York'), '2026-11-01T01:30');
  assert.equal(wallClock(new Date('2026-12-31T23:30:00Z'), 'Asia/Tokyo'), '2027-01-01T08:30');
});

test('isTimeZone accepts the names of time zones, but no offsets', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia'])
    assert.ok(isTimeZone(name));
  for (const name of ['', 'Berlin', '+02:00', 'Europe/Nowhere', '<b>'])
    assert.ok(!isTimeZone(name));
});
