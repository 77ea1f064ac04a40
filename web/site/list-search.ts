import { useDeferredValue, useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import { foldSearch } from '#contract/search-text.ts';
import { type Source, useQueryCache } from '../api/query-cache.ts';
import { beforeIn, type ListPart, maxShown, shownIn, tagIn } from '../api/sources.ts';
import { useSteadyQuery } from '../api/steady-query.ts';
import { useListPosition, useSearchParam } from '../search-params.ts';

/** A list that the server searches, filters and splits into pages. */
export interface SearchableList<Page> {
  path: string;
  /** The query parameter of the filter, and its values. */
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
 * Manages the search and filter of a list, and fetches as many matching entries as the query string asks for. The query
 * uses deferred values, so that the search box shows a key press before the list renders.
 */
export function useListSearch<Page extends AnyPage>(list: SearchableList<Page>) {
  const [typed, setTyped] = useSearchParam('q');
  const [chosen, setChosen] = useSearchParam(list.filter.name, list.filter.values);
  const search = useDeferredValue(typed);
  const filter = useDeferredValue(chosen);
  const cache = useQueryCache();
  const q = foldSearch(search);
  const searchKey = `${filter}\n${q}`;
  const position = useListPosition({ filter, q }, list.filter);
  const limit = shownIn(position);
  const before = beforeIn(position);
  // Only the list of posts has tags. A tag changes through a link, which remounts the page.
  const tag = tagIn(new URLSearchParams(useSearch()));
  const sourceOf = (limit: number) => list.source({ filter, q, limit, before, tag });
  const { data: page, isWaiting, retry } = useSteadyQuery(sourceOf(limit), q);

  const latestSearchKey = useRef<string>(undefined);
  useEffect(() => {
    latestSearchKey.current = searchKey;
    return () => {
      latestSearchKey.current = undefined;
    };
  }, [searchKey]);
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
   * Fetches the longer list before it changes the URL: after a failure the list stays as it is. Resolves with false if
   * the visitor has changed the search or left the page meanwhile.
   */
  async function showMore(): Promise<boolean> {
    cache.retry();
    await cache.get(sourceOf(next).path);
    // Compares search keys, not URLs: the debounce may write the same search to the URL during the fetch.
    if (latestSearchKey.current !== searchKey) return false;
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
      /** The URL of the first page. Undefined if the list begins with the newest entry. */
      newest: before ? addressWith({}) : undefined,
      /** The URL of this page with more entries. Undefined if all are shown or the page has its maximum length. */
      more: page.hasMore && next <= maxShown ? more : undefined,
      /** The URL of the next page. Undefined unless this page has its maximum length and there are older entries. */
      older:
        page.hasMore && next > maxShown
          ? addressWith({ before: page.items.at(-1)?.id ?? '' })
          : undefined,
      showMore,
    },
  };
}

export type ListSearch = ReturnType<typeof useListSearch>;
export type ListLinks = ListSearch['links'];
