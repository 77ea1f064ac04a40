import { startTransition, useEffect, useRef, useState } from 'react';
import { type Source, useQuery, useQueryCache } from './query-cache.ts';

/** Debounce time in milliseconds. */
const typingPause = 120;

/**
 * Runs a query that changes while the page is open, such as that of a search box. Returns the previous data until the
 * next data has arrived. Debounces the query if `typed` has changed; starts it at once if only the path has changed.
 */
export function useSteadyQuery<Data>({ path: wantedPath }: Source<Data>, typed: string) {
  const cache = useQueryCache();
  const [path, setPath] = useState(wantedPath);
  const [failed, setFailed] = useState('');
  const data = useQuery<Data>({ path });
  const lastTyped = useRef(typed);
  useEffect(() => {
    if (path === wantedPath || failed === wantedPath) return;
    let isOver = false;
    const load = () =>
      cache.get(wantedPath).then(
        () => !isOver && startTransition(() => setPath(wantedPath)),
        () => !isOver && setFailed(wantedPath),
      );
    const pause = setTimeout(load, lastTyped.current === typed ? 0 : typingPause);
    lastTyped.current = typed;
    return () => {
      clearTimeout(pause);
      isOver = true;
    };
  }, [cache, path, wantedPath, failed, typed]);

  const hasFailed = failed === wantedPath && path !== wantedPath;
  return {
    data,
    /** The path that `data` was fetched from. */
    path,
    isWaiting: path !== wantedPath && !hasFailed,
    /** Fetches again. Undefined unless the query failed. */
    retry: hasFailed
      ? () => {
          cache.retry();
          setFailed('');
        }
      : undefined,
  };
}
