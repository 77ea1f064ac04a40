import { createContext } from 'react';
import { type DateStyle, formatDate } from '#contract/date-format.ts';

/** The UTC date of the server's rendering, as YYYY-MM-DD. Server and browser count days up to this same date. */
export const TodayContext = createContext('');

/** Shows a date in the format of the site, or N/A for null and invalid dates. */
export function Day({ date, style = 'day' }: { date: string | null; style?: DateStyle }) {
  const time = date ? new Date(date) : undefined;
  if (!time || Number.isNaN(time.getTime())) return <>N/A</>;
  return <time dateTime={date ?? undefined}>{formatDate(time, style)}</time>;
}
