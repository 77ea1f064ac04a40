import { useSyncExternalStore } from 'react';

type Style = 'day' | 'month';

const options: Record<Style, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  month: { month: 'short', year: 'numeric', timeZone: 'UTC' },
};

const never = () => () => {};

/**
 * A date in the visitor's language. The server cannot know it, so it writes English; the browser takes
 * that over as it is and then says it in its own words.
 */
export function Day({ date, style = 'day' }: { date: string | null; style?: Style }) {
  const locale = useSyncExternalStore(
    never,
    () => navigator.language,
    () => 'en-GB',
  );
  const time = date ? new Date(date) : undefined;
  if (!time || Number.isNaN(time.getTime())) return <>N/A</>;
  return (
    <time dateTime={date ?? undefined}>
      {new Intl.DateTimeFormat(locale, options[style]).format(time)}
    </time>
  );
}

/** The day that it is where the reader is, as forms write it. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
