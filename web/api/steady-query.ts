import { startTransition, useEffect, useRef, useState } from 'react';
import { type Source, useQuery, useQueryCache } from './query-cache.ts';

/** Debounce time in milliseconds between the last key press and the request. */
const typingPause = 120;

/**
 * Runs a query that changes while the page is open, such as that of a search box. Returns the previous data until the
 * next data has arrived. A query whose `typed` text changed is debounced; other queries start at once.
 */
export function useSteadyQuery<Data>({ path: asking }: Source<Data>, typed: string) {
  const cache = useQueryCache();
  const [path, setPath] = useState(asking);
  const [failed, setFailed] = useState('');
  const data = useQuery<Data>({ path });
  const lastTyped = useRef(typed);
  useEffect(() => {
    if (path === asking || failed === asking) return;
    let isOver = false;
    const ask = () =>
      cache.get(asking).then(
        () => !isOver && startTransition(() => setPath(asking)),
        () => !isOver && setFailed(asking),
      );
    const pause = setTimeout(ask, lastTyped.current === typed ? 0 : typingPause);
    lastTyped.current = typed;
    return () => {
      clearTimeout(pause);
      isOver = true;
    };
  }, [cache, path, asking, failed, typed]);

  const hasFailed = failed === asking && path !== asking;
  return {
    data,
    /** The path that `data` was fetched from. */
    path,
    isWaiting: path !== asking && !hasFailed,
    /** Tries again; undefined unless the query failed. */
    retry: hasFailed
      ? () => {
          cache.retry();
          setFailed('');
        }
      : undefined,
  };
}
