/** Formats dates without Intl, so that the server and every browser write the same text. */

export type DateStyle = 'day' | 'month';

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** Writes a date in UTC as "13 Nov 2026", or as "Nov 2026" in the style `month`. */
export function formatDate(time: Date, style: DateStyle): string {
  const month = `${months[time.getUTCMonth()]?.slice(0, 3)} ${time.getUTCFullYear()}`;
  return style === 'day' ? `${time.getUTCDate()} ${month}` : month;
}

/** Writes a time as "13 Nov 2026, 09:05 UTC". */
export const formatDateTime = (time: Date): string =>
  `${formatDate(time, 'day')}, ${time.toISOString().slice(11, 16)} UTC`;

/** Writes "2025-06" as "June 2025". */
export const monthInWords = (month: string): string =>
  `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** Counts the calendar days from `date` to `today`, both in UTC; 0 if `date` is later. */
export const daysBetween = (date: string, today: string): number =>
  Math.max(0, (dayOf(today) - dayOf(date)) / (24 * 60 * 60_000));

const dayOf = (date: string) => new Date(date).setUTCHours(0, 0, 0, 0);

/** Returns today's date in the browser's time zone as YYYY-MM-DD, the format of date inputs. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
