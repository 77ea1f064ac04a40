import assert from 'node:assert/strict';
import { test } from 'node:test';
import { site } from '#contract/site/lab.ts';
import { slugOf } from '#contract/slug.ts';
import { apps } from './demo/apps.ts';
import { ideas } from './demo/ideas.ts';
import { logs } from './demo/log.ts';
import { milestones } from './demo/milestones.ts';
import { pods } from './demo/pods.ts';

/**
 * The demo content must agree with the texts in site.config.ts. They name four prototyping pods of three specialists, 6
 * active pods, 40+ members and 5+ projects.
 */

const active = pods.filter(({ status }) => status === 'Active');

test('the demo has six active pods, and four of them are prototyping pods of three', () => {
  assert.equal(active.length, 6);
  assert.equal(active.filter(({ teamSize }) => teamSize === 3).length, 4);
});

test('the demo has 40 to 49 members, and only pods of more than three have volunteers in their description', () => {
  const members = pods.reduce((sum, { teamSize }) => sum + teamSize, 0);
  assert.ok(members >= 40 && members < 50, String(members));
  for (const { name, teamSize, description } of pods) {
    assert.equal(teamSize > 3, /three specialists and \w+ volunteers/.test(description), name);
  }
});

test('the demo’s live apps belong to the pods that maintain them, or to a completed pod', () => {
  assert.ok(apps.filter(({ status }) => status !== 'In Development').length > 5);
  const maintainers = active
    .filter(({ teamSize }) => teamSize > 3)
    .map(({ name }) => slugOf(name, 'pod'));
  const live = apps.filter(({ status }) => status === 'Live').map(({ podId }) => podId);
  assert.deepEqual(new Set(live), new Set([...maintainers, 'jackdaw']), 'Jackdaw is completed');
});

test('the demo’s first milestone is in the month in which the lab began', () => {
  assert.match(milestones[0]?.date ?? '', /^2025-06/);
});

test('the status changes of each demo idea are in order of time, and the last one leads to its status', () => {
  for (const { title, status, createdAt, route = [] } of ideas) {
    assert.equal(route.at(-1)?.status ?? 'pending', status, title);
    const times = [createdAt, ...route.map(({ at }) => at)];
    assert.deepEqual(times, times.toSorted(), title);
  }
});

test('the demo’s flight logs fit the dates and the progress of their pods', () => {
  assert.deepEqual(
    Object.keys(logs).toSorted(),
    pods.map(({ name }) => slugOf(name, 'pod')).toSorted(),
  );
  for (const { name, status, progress = 0, teamSize, startDate, endDate } of pods) {
    const log = logs[slugOf(name, 'pod')] ?? [];
    const dates = log.map(({ date }) => date);
    assert.deepEqual(dates, dates.toSorted(), name);
    assert.ok(startDate <= (dates[0] ?? ''), name);
    assert.ok((dates.at(-1) ?? '') <= (endDate ?? '2026-11-15'), name);
    const hours = { mvp: 0, extended: 0 };
    for (const { mvp = 0, extended = 0 } of log) {
      if (extended > 0) assert.equal(hours.mvp, site.hours.mvp, `${name}: the first 50 come first`);
      hours.mvp += mvp;
      hours.extended += extended;
    }
    assert.ok(hours.mvp <= site.hours.mvp && hours.extended <= site.hours.extended, name);
    // The two active pods of more than three members maintain live apps. Their progress is not the sum of their hours.
    const isBuilding = status !== 'Active' || teamSize === 3;
    if (isBuilding) assert.equal(hours.mvp + hours.extended, progress, name);
  }
});
