import { createContext } from 'react';
import { type DateStyle, written } from './dates.ts';

/** The date on which the page was rendered, as YYYY-MM-DD in UTC: the server and the browser count from the same one. */
export const TodayContext = createContext('');

/** A date in the site’s one format, or N/A where there is none. */
export function Day({ date, style = 'day' }: { date: string | null; style?: DateStyle }) {
  const time = date ? new Date(date) : undefined;
  if (!time || Number.isNaN(time.getTime())) return <>N/A</>;
  return <time dateTime={date ?? undefined}>{written(time, style)}</time>;
}
