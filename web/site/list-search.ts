import { useDeferredValue, useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import { foldSearch } from '#contract/search-text.ts';
import { type Source, useQueryCache } from '../api/query-cache.ts';
import { beforeIn, type ListPart, mostShown, shownIn, tagIn } from '../api/sources.ts';
import { useSteadyQuery } from '../api/steady-query.ts';
import { useListPosition, useSearchParam } from '../search-params.ts';

/** A list that is searched, filtered and loaded in pages by the server. */
export interface SearchableList<Page> {
  /** The address of its page. */
  path: string;
  /** The filter: the name of its parameter in the address, and its values. */
  filter: { name: string; values: readonly string[] };
  source(part: ListPart): Source<Page>;
}

interface AnyPage {
  items: { id: string }[];
  total: number;
  isAtLeast: boolean;
  hasMore: boolean;
}

/**
 * The search and the filter of a list, and the entries that match, as many as the address asks for. The list uses deferred
 * values, so that key presses are shown first.
 */
export function useListSearch<Page extends AnyPage>(list: SearchableList<Page>) {
  const [typed, setTyped] = useSearchParam('q');
  const [chosen, setChosen] = useSearchParam(list.filter.name, list.filter.values);
  const search = useDeferredValue(typed);
  const filter = useDeferredValue(chosen);
  const cache = useQueryCache();
  const q = foldSearch(search);
  const looked = `${filter}\n${q}`;
  const position = useListPosition({ filter, q }, list.filter);
  const limit = shownIn(position);
  const before = beforeIn(position);
  // Only the list of posts has tags. Another tag starts the page anew.
  const tag = tagIn(new URLSearchParams(useSearch()));
  const sourceOf = (limit: number) => list.source({ filter, q, limit, before, tag });
  const { data: page, isWaiting, retry } = useSteadyQuery(sourceOf(limit), q);

  const current = useRef<string>(undefined);
  useEffect(() => {
    current.current = looked;
    return () => {
      current.current = undefined;
    };
  }, [looked]);
  const next = limit * 2;
  const addressWith = (position: Record<string, string>) => {
    const given = {
      ...(search && { q: search }),
      ...(filter && { [list.filter.name]: filter }),
      ...(tag && { tag }),
    };
    return `${list.path}?${new URLSearchParams({ ...given, ...position })}`;
  };
  const more = addressWith({ ...(before && { before }), shown: String(next) });
  /**
   * Fetches before it changes the address: if that fails, the list stays as it is. Resolves with false when the visitor
   * has searched or left the page meanwhile.
   */
  async function showMore(): Promise<boolean> {
    cache.retry();
    await cache.get(sourceOf(next).path);
    // Not compared with the address: the search may be written to it during this wait.
    if (current.current !== looked) return false;
    history.replaceState(history.state, '', more);
    return true;
  }

  return {
    typed,
    setTyped,
    chosen,
    setChosen,
    tag,
    page,
    isWaiting,
    retry,
    links: {
      /** Undefined when the list begins with the newest entry. */
      newest: before ? addressWith({}) : undefined,
      /** More entries on this page; undefined when it has all, or is as long as a page may be. */
      more: page.hasMore && next <= mostShown ? more : undefined,
      /** Undefined unless the page is as long as it may be, and there are older entries. */
      older:
        page.hasMore && next > mostShown
          ? addressWith({ before: page.items.at(-1)?.id ?? '' })
          : undefined,
      showMore,
    },
  };
}

export type ListSearch = ReturnType<typeof useListSearch>;
export type ListLinks = ListSearch['links'];
