import { useSyncExternalStore } from 'react';
import { type DateStyle, prepare, serverLanguage, written } from './dates.ts';

/** The visitor's, from the first quiet moment on. */
let language = serverLanguage;
const waiting = new Set<() => void>();

function whenPrepared(notify: () => void): () => void {
  if (waiting.size === 0 && language !== navigator.language) {
    prepare(navigator.language, () => {
      language = navigator.language;
      for (const tell of waiting) tell();
    });
  }
  waiting.add(notify);
  return () => waiting.delete(notify);
}

/**
 * A date in the visitor's language. The server cannot know it, so it writes English; the browser takes
 * that over as it is and then says it in its own words.
 */
export function Day({ date, style = 'day' }: { date: string | null; style?: DateStyle }) {
  const locale = useSyncExternalStore(
    whenPrepared,
    () => language,
    () => serverLanguage,
  );
  const time = date ? new Date(date) : undefined;
  if (!time || Number.isNaN(time.getTime())) return <>N/A</>;
  return <time dateTime={date ?? undefined}>{written(time, style, locale)}</time>;
}
