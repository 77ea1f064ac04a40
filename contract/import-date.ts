import type { ZoneClock } from './time-zone.ts';

/** Reads dates and times as forms and spreadsheets write them. */

/** Which number comes first in a date like 3/4/2026: the day or the month. */
export const dateOrders = ['day', 'month'] as const;
export type DateOrder = (typeof dateOrders)[number];

interface Reading {
  /** How to read dates such as 3/4/2026, which could be day-month or month-day. If missing, such dates are refused. */
  order?: DateOrder | undefined;
  /** The time zone of times that have no offset. */
  clock: ZoneClock;
}

/** Returns the moment that a text names, or an error message. */
export function readMoment(text: string, { order, clock }: Reading): Date | { error: string } {
  const [dateText = '', timeText = ''] = split(text);
  const date = readDate(dateText, order);
  const time = readTime(timeText);
  if (date === 'either') {
    return { error: `Say whether the day or the month comes first in ${dateText}.` };
  }
  if (!date || !time) return { error: 'Write the date like 2026-03-31 or 2026-03-31 14:05.' };
  const local = `${date}T${time.clock}`;
  const minute =
    time.offset === undefined ? momentIn(local, clock) : Date.parse(`${local}Z`) - time.offset;
  return new Date(minute + time.milliseconds);
}

/**
 * Returns the order of a date such as 3/4/2026. A date with dots has the day first. Returns "either" if both orders are
 * possible and give different days. Returns undefined if both give the same day, or if the date has another form.
 */
export function orderOf(text: string): DateOrder | 'either' | undefined {
  const found = split(text)[0]?.match(numbers);
  if (!found?.groups) return undefined;
  const { one = '', two = '', between } = found.groups;
  if (between === '.' || Number(one) > 12) return 'day';
  if (Number(two) > 12) return 'month';
  return Number(one) === Number(two) ? undefined : 'either';
}

const numbers = /^(?<one>\d{1,2})(?<between>[/.-])(?<two>\d{1,2})\k<between>(?<year>\d{4}|\d{2})$/;
const yearFirst = /^(?<year>\d{4})[/.-](?<month>\d{1,2})[/.-](?<day>\d{1,2})$/;
const dayAndName = /^(?<day>\d{1,2})\.? (?<name>[a-z]{3,9})\.?,? (?<year>\d{4})$/i;
const nameAndDay = /^(?<name>[a-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/i;

/** Splits a text into date and time. The time begins with hours and a colon, after a T, a space or a comma. */
function split(text: string): [date: string, time: string] {
  const plain = text.trim().replace(/\s+/g, ' ').slice(0, 100);
  const at = plain.search(/(?:T|,? )\d{1,2}:/);
  if (at < 0) return [plain, ''];
  return [plain.slice(0, at), plain.slice(at).replace(/^(?:T|,? )/, '')];
}

/** Returns YYYY-MM-DD; "either" if the date is ambiguous and `order` is missing; undefined if the date is invalid. */
function readDate(text: string, order: DateOrder | undefined): string | 'either' | undefined {
  const named = text.match(dayAndName) ?? text.match(nameAndDay);
  if (named?.groups) {
    const { year = '', name = '', day = '' } = named.groups;
    const month = monthNames.findIndex((each) => each.startsWith(name.toLowerCase())) + 1;
    return calendarDay(Number(year), month, Number(day));
  }
  const iso = text.match(yearFirst)?.groups;
  if (iso) return calendarDay(Number(iso.year), Number(iso.month), Number(iso.day));
  const found = text.match(numbers)?.groups;
  if (!found) return undefined;
  const possibleOrder = orderOf(text) ?? 'day';
  const usedOrder = possibleOrder === 'either' ? order : possibleOrder;
  if (!usedOrder) return 'either';
  const year = Number(found.year) + (found.year?.length === 2 ? 2000 : 0);
  const [day, month] = usedOrder === 'day' ? [found.one, found.two] : [found.two, found.one];
  return calendarDay(year, Number(month), Number(day));
}

const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

function calendarDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : undefined;
}

const timeOfDay =
  /^(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)? ?(?<half>[ap]\.?m\.?)? ?(?<zone>z|utc|gmt|(?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?)?$/i;

interface Time {
  /** The time as HH:MM. */
  clock: string;
  /** The seconds and their fraction, in milliseconds. */
  milliseconds: number;
  /** The milliseconds by which the time is ahead of UTC; undefined if the text names no offset. */
  offset: number | undefined;
}

/** Parses the time of day. An empty text means midnight. Returns undefined for an invalid time. */
function readTime(text: string): Time | undefined {
  if (text === '') return { clock: '00:00', milliseconds: 0, offset: undefined };
  const found = text.match(timeOfDay)?.groups;
  if (!found) return undefined;
  const half = found.half?.[0]?.toLowerCase();
  const given = Number(found.hour);
  if (half && (given < 1 || given > 12)) return undefined;
  const hour = half ? (given % 12) + (half === 'p' ? 12 : 0) : given;
  const second = Number(found.second ?? 0);
  if (hour > 23 || Number(found.minute) > 59 || second > 59) return undefined;
  return {
    clock: `${String(hour).padStart(2, '0')}:${found.minute}`,
    milliseconds: second * 1000 + Number((found.fraction ?? '').slice(0, 3).padEnd(3, '0')),
    offset: found.zone === undefined ? undefined : offsetOf(found.zone),
  };
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = zone.match(/([+-])(\d{1,2}):?(\d{2})?$/) ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -size : size;
}

/**
 * Returns the moment of a wall-clock time; if clocks repeat the time, the earlier moment. A time that clocks skip is
 * read as if the clocks had not gone forward yet.
 */
function momentIn(local: string, clock: ZoneClock): number {
  const [moment] = clock.momentsOf(local);
  if (moment) return moment.getTime();
  const asUtc = Date.parse(`${local}Z`);
  // No zone is ahead of UTC by a day, so the clocks had not gone forward yet at this moment.
  const before = asUtc - 24 * 3_600_000;
  const offset = Date.parse(`${clock.show(new Date(before))}Z`) - before;
  return asUtc - offset;
}
