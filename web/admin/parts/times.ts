import { formatDate } from '#contract/date-format.ts';
import { wallClock } from '#contract/time-zone.ts';

export const browserTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the names of all time zones: first the browser's, then UTC. */
export const timeZones = () => [
  ...new Set([browserTimeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];

/** Formats a time as "1 Dec 2026, 09:00 Europe/Berlin". */
export function inZone(time: string, timeZone: string): string {
  const local = wallClock(new Date(time), timeZone);
  return `${dayOf(local)}, ${local.slice(11)} ${timeZone}`;
}

/** Formats a time of today as "12:03", and a time of another day as "1 Dec 2026". */
export function timeOrDay(time: string, timeZone = browserTimeZone, now = new Date()): string {
  const local = wallClock(new Date(time), timeZone);
  const isToday = local.slice(0, 10) === wallClock(now, timeZone).slice(0, 10);
  return isToday ? local.slice(11) : dayOf(local);
}

const dayOf = (local: string) => formatDate(new Date(`${local}Z`), 'day');
