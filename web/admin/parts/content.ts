import { useState } from 'react';
import { type Source, useQuery, useQueryCache } from '../../api/query-cache.ts';
import { useSearchParam } from '../../search-params.ts';
import { useInfiniteScroll } from '../../ui/infinite-scroll.ts';
import { useRequest } from '../request.ts';
import { ignoreNotFound } from './confirm-delete.tsx';
import { useAddressParam } from './params.ts';
import { addressOf, type Entry } from './saving.ts';

interface ContentOptions<Item extends Entry> {
  source: Source<Item[]>;
  /**
   * The noun for an entry, such as "pod", for users to read. It is also part of the API path and of the name of the
   * draft.
   */
  kind: string;
  nameOf(entry: Item): string;
  /** Returns the text of an entry that the search field searches. */
  searchedIn(entry: Item): string;
  /** A filter with a closed list of values. `param` is its name in the query string. */
  filter?: {
    param: string;
    label: string;
    /** The label of the option that turns the filter off. */
    all: string;
    values: readonly string[];
    valueOf(entry: Item): string;
  };
  /** Entries that are put in front of the entries from `source`. */
  also?: Item[];
  /** An additional filter, whose control the page renders itself. */
  isShown?(entry: Item): boolean;
  /** Returns the API path of the DELETE request for an entry. */
  deletePath?(entry: Item): string;
}

export type Content<Item extends Entry> = ReturnType<typeof useContent<Item>>;

/** Manages a list of entries, its filters (in the query string), and which entry the user is editing or deleting. */
export function useContent<Item extends Entry>({
  source,
  kind,
  nameOf,
  searchedIn,
  filter,
  also = [],
  isShown = () => true,
  deletePath = ({ id }) => addressOf(kind, id),
}: ContentOptions<Item>) {
  const entries = [...also, ...useQuery(source)];
  const cache = useQueryCache();
  const request = useRequest();
  const [search, setSearch] = useSearchParam('q');
  const [chosen, setChosen] = useSearchParam(filter?.param ?? 'filter', filter?.values ?? []);
  const [editing, setEditing] = useAddressParam('edit');
  const [deleting, setDeleting] = useState<Item>();
  const wanted = search.trim().toLowerCase();
  const found = entries.filter(
    (entry) =>
      (!chosen || filter?.valueOf(entry) === chosen) &&
      isShown(entry) &&
      searchedIn(entry).toLowerCase().includes(wanted),
  );
  const { count, marker } = useInfiniteScroll(`${chosen}\n${wanted}`);
  return {
    kind,
    nameOf,
    search,
    setSearch,
    filter,
    chosen,
    setChosen,
    shown: found.slice(0, count),
    hasMore: found.length > count,
    marker,
    /** The id of the edited entry, from the query string; "new" for a new entry, null for none. */
    editing,
    edited: useLastSeen(entries, editing),
    setEditing,
    deleting,
    setDeleting,
    async remove(removed: Item) {
      await ignoreNotFound(request('DELETE', deletePath(removed)));
      cache.update(source, (list) => list.filter((entry) => entry.id !== removed.id));
      // Ignores a failed refresh, because the deletion has succeeded.
      await cache.refresh(source.path).catch(() => {});
    },
  };
}

/** Returns the entry with this id. Keeps the last state of a deleted entry, so that its editor stays open. */
export function useLastSeen<Item extends Entry>(entries: Item[], id: string | null) {
  const found = entries.find((entry) => entry.id === id);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  return found ?? (last?.id === id ? last : undefined);
}
