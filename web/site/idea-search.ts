import { startTransition, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { foldSearch } from '#contract/search-text.ts';
import { ideaStatuses } from '#contract/vocabulary.ts';
import { useQuery, useQueryCache } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { oneOf } from '../search-params.ts';

/** Milliseconds without a key press before the server is asked. */
const typingPause = 120;

/**
 * The ideas that match, as many as the address asks for. The search uses deferred values, so that key presses are
 * shown first.
 */
export function useIdeaSearch(typed: string, chosen: string) {
  const search = useDeferredValue(typed);
  const status = useDeferredValue(chosen);
  const cache = useQueryCache();
  const wanted = foldSearch(search);
  const looked = `${status}\n${wanted}`;
  // `shown` and `before` belong to the search in the address. A newer search, which is not in the address yet, starts
  // from the top.
  const address = new URLSearchParams(useSearch());
  const written = `${oneOf(ideaStatuses, address.get('status'))}\n${foldSearch(address.get('q') ?? '')}`;
  const position = written === looked ? address : new URLSearchParams();
  const limit = sources.shownIn(position);
  const before = sources.beforeIn(position);

  // The list shows the previous answer until the next one has arrived.
  const asking = sources.ideas({ status, q: wanted, limit, before }).path;
  const [path, setPath] = useState(asking);
  const [failed, setFailed] = useState('');
  const { items: ideas, total, counts, isAtLeast, hasOlder } = useQuery(sources.ideasAt(path));
  const lastWanted = useRef(wanted);
  useEffect(() => {
    if (path === asking || failed === asking) return;
    let isOver = false;
    const ask = () =>
      cache.get(asking).then(
        () => !isOver && startTransition(() => setPath(asking)),
        () => !isOver && setFailed(asking),
      );
    const pause = setTimeout(ask, lastWanted.current === wanted ? 0 : typingPause);
    lastWanted.current = wanted;
    return () => {
      clearTimeout(pause);
      isOver = true;
    };
  }, [cache, path, asking, failed, wanted]);

  const current = useRef<string>(undefined);
  useEffect(() => {
    current.current = looked;
    return () => {
      current.current = undefined;
    };
  }, [looked]);
  const next = limit * 2;
  const addressWith = (position: Record<string, string>) =>
    `?${new URLSearchParams({ ...(search && { q: search }), ...(status && { status }), ...position })}`;
  const more = addressWith({ ...(before && { before }), shown: String(next) });
  /**
   * Fetches before it changes the address: if that fails, the list stays as it is. Resolves with false when the visitor
   * has searched or left the page meanwhile.
   */
  async function showMore(): Promise<boolean> {
    cache.retry();
    await cache.get(sources.ideas({ status, q: wanted, limit: next, before }).path);
    // Not compared with the address: the search may be written to it during this wait.
    if (current.current !== looked) return false;
    history.replaceState(history.state, '', more);
    return true;
  }

  return {
    ideas,
    total,
    counts,
    isAtLeast,
    hasOlder,
    isLooking: path !== asking && failed !== asking,
    /** Set after a search that failed: tries again. */
    retry:
      failed === asking && path !== asking
        ? () => {
            cache.retry();
            setFailed('');
          }
        : undefined,
    /** True if the list does not begin with the newest idea. */
    isOlder: before !== '',
    newest: addressWith({}),
    /** The link to more ideas on this page; undefined when it is as long as a page may be. */
    more: next <= sources.mostShown ? more : undefined,
    showMore,
    older: addressWith({ before: ideas.at(-1)?.id ?? '' }),
  };
}

export type IdeaSearch = ReturnType<typeof useIdeaSearch>;
