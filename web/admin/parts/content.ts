import { useState } from 'react';
import { type Source, useQuery, useQueryCache } from '../../api/query-cache.ts';
import { useSearchParam } from '../../search-params.ts';
import { useGrowing } from '../../ui/growing.ts';
import { useRequest } from '../request.ts';
import { deleted } from './confirm-delete.tsx';
import { useAddressParam } from './params.ts';
import { addressOf, type Entry } from './saving.ts';

interface ContentOptions<Item extends Entry> {
  source: Source<Item[]>;
  /** "pod": used in buttons, questions and messages. */
  kind: string;
  nameOf(entry: Item): string;
  /** The text that the search looks through. */
  searchedIn(entry: Item): string;
  /** A filter by a closed list; `param` is its name in the address. */
  filter?: {
    param: string;
    label: string;
    /** Text of the choice that filters nothing. */
    all: string;
    values: readonly string[];
    valueOf(entry: Item): string;
  };
  /** Entries that are in the list beside those of the source, at its beginning. */
  also?: Item[];
  /** Another filter, whose control the page has. */
  isShown?(entry: Item): boolean;
  /** The address of the API that deletes an entry. */
  deletePath?(entry: Item): string;
}

export type Content<Item extends Entry> = ReturnType<typeof useContent<Item>>;

/** A list of entries with its filters, and what staff do with them. The address holds the filters. */
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
  const { count, marker } = useGrowing(`${chosen}\n${wanted}`);
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
    /** The id in the address, or "new". */
    editing,
    edited: useLastSeen(entries, editing),
    setEditing,
    deleting,
    setDeleting,
    async remove(removed: Item) {
      await deleted(request('DELETE', deletePath(removed)));
      cache.update(source, (list) => list.filter((entry) => entry.id !== removed.id));
      // The entry is deleted, even if the list cannot be read at the moment.
      await cache.refresh(source.path).catch(() => {});
    },
  };
}

/** The entry of this id. It is still returned after somebody else has deleted it, because its editor is open. */
export function useLastSeen<Item extends Entry>(entries: Item[], id: string | null) {
  const found = entries.find((entry) => entry.id === id);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  return found ?? (last?.id === id ? last : undefined);
}
