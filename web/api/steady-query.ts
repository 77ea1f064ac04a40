import { startTransition, useEffect, useRef, useState } from 'react';
import { type Source, useQuery, useQueryCache } from './query-cache.ts';

/** Milliseconds without a key press before the server is asked. */
const typingPause = 120;

/**
 * A query that changes while the page is open, as that of a search box: returns the previous answer until the next one
 * has arrived. After a change of `typed` it waits for a pause in the typing.
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
    /** The path that the data is from. */
    path,
    isWaiting: path !== asking && !hasFailed,
    /** Set after a query that failed: tries again. */
    retry: hasFailed
      ? () => {
          cache.retry();
          setFailed('');
        }
      : undefined,
  };
}
