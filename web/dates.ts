import { whenQuiet } from './quiet.ts';

export type DateStyle = 'day' | 'month';

const options: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  month: { month: 'short', year: 'numeric', timeZone: 'UTC' },
};

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const shortMonth = (time: Date) => months[time.getUTCMonth()]?.slice(0, 3);

/**
 * What the server writes, and most visitors read, without the browser's own words: loading those takes
 * longer than all the rest that a page does when its scripts take over.
 */
const byHand: Record<string, (time: Date, style: DateStyle) => string> = {
  'en-GB': (time, style) => {
    const name = time.getUTCMonth() === 8 ? 'Sept' : shortMonth(time);
    const month = `${name} ${time.getUTCFullYear()}`;
    return style === 'day' ? `${time.getUTCDate()} ${month}` : month;
  },
  'en-US': (time, style) => {
    const day = style === 'day' ? ` ${time.getUTCDate()},` : '';
    return `${shortMonth(time)}${day} ${time.getUTCFullYear()}`;
  },
};

export const serverLanguage = 'en-GB';

/** Making one takes milliseconds, and a page has dozens of dates. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(language: string, style: DateStyle): Intl.DateTimeFormat {
  const key = `${language} ${style}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options[style]);
  formats.set(key, format);
  return format;
}

export const written = (time: Date, style: DateStyle, language: string): string =>
  (byHand[language] ?? formatFor(language, style).format)(time, style);

/**
 * Calls back once dates can be written in the language, at a quiet moment; never where the browser names
 * one that it does not know itself, as some do.
 */
export function prepare(language: string, done: () => void): void {
  const now = new Date(0);
  whenQuiet(() => {
    try {
      written(now, 'day', language);
    } catch {
      return;
    }
    whenQuiet(() => {
      written(now, 'month', language);
      done();
    });
  });
}

/** '2025-06' as 'June 2025'. */
export const monthInWords = (month: string): string =>
  `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** The day that it is where the reader is, as forms write it. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
