import { useDeferredValue, useEffect, useRef } from 'react';
import { foldSearch } from '#contract/search-text.ts';
import { ideaStatuses } from '#contract/vocabulary.ts';
import { useQueryCache } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { useSteadyQuery } from '../api/steady-query.ts';
import { useListPosition } from '../search-params.ts';

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
  const position = useListPosition({ status, q: wanted }, ideaStatuses);
  const limit = sources.shownIn(position);
  const before = sources.beforeIn(position);

  const source = sources.ideas({ status, q: wanted, limit, before });
  const { data, isWaiting, retry } = useSteadyQuery(source, wanted);
  const { items: ideas, total, counts, isAtLeast, hasOlder } = data;

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
    isWaiting,
    retry,
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
