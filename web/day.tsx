import { useSyncExternalStore } from 'react';

type Style = 'day' | 'month';

const options: Record<Style, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  month: { month: 'short', year: 'numeric', timeZone: 'UTC' },
};

/** Making one takes milliseconds, and a page has dozens of dates. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(locale: string, style: Style): Intl.DateTimeFormat {
  const key = `${locale} ${style}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options[style]);
  formats.set(key, format);
  return format;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ');

function inEnglish(time: Date, style: Style): string {
  const month = `${months[time.getUTCMonth()]} ${time.getUTCFullYear()}`;
  return style === 'day' ? `${time.getUTCDate()} ${month}` : month;
}

/** The visitor's language counts from the first quiet moment on: the browser's own words take long to load. */
let language = 'en-GB';
const waiting = new Set<() => void>();

function whenQuiet(notify: () => void): () => void {
  if (waiting.size === 0 && language !== navigator.language) {
    const quiet = globalThis.requestIdleCallback ?? setTimeout;
    // One at a time: both together would be felt on a slow phone.
    quiet(() => {
      formatFor(navigator.language, 'day');
      quiet(() => {
        formatFor(navigator.language, 'month');
        language = navigator.language;
        for (const tell of waiting) tell();
      });
    });
  }
  waiting.add(notify);
  return () => waiting.delete(notify);
}

/**
 * A date in the visitor's language. The server cannot know it, so it writes English; the browser takes
 * that over as it is and then says it in its own words.
 */
export function Day({ date, style = 'day' }: { date: string | null; style?: Style }) {
  const locale = useSyncExternalStore(
    whenQuiet,
    () => language,
    () => 'en-GB',
  );
  const time = date ? new Date(date) : undefined;
  if (!time || Number.isNaN(time.getTime())) return <>N/A</>;
  const text = locale === 'en-GB' ? inEnglish(time, style) : formatFor(locale, style).format(time);
  return <time dateTime={date ?? undefined}>{text}</time>;
}

/** The day that it is where the reader is, as forms write it. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
