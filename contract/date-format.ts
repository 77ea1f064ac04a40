/**
 * Formats dates for pages and mails, without Intl, so that the server and every browser write the same text. This
 * module does not import zod, so that pages stay small.
 */

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
