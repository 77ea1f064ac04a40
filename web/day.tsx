import { createContext } from 'react';
import { type DateStyle, formatDate } from '#contract/date-format.ts';

/**
 * The UTC date on which the server rendered the page, as YYYY-MM-DD. Server and browser count days from the same date.
 */
export const TodayContext = createContext('');

/** Shows a date in the format of the site, or N/A for null and for an invalid date. */
export function Day({ date, style = 'day' }: { date: string | null; style?: DateStyle }) {
  const time = date ? new Date(date) : undefined;
  if (!time || Number.isNaN(time.getTime())) return <>N/A</>;
  return <time dateTime={date ?? undefined}>{formatDate(time, style)}</time>;
}
