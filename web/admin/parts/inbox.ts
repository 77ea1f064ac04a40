import { useMemo, useRef, useState } from 'react';
import { type Source, useQuery, useQueryCache } from '../../api/query-cache.ts';
import { useSearchParam } from '../../search-params.ts';
import { useGrowing } from '../../ui/growing.ts';
import { useRequest } from '../request.ts';
import { deleted } from './confirm-delete.tsx';
import { useListCursor } from './list-cursor.ts';
import { useAddressParam } from './params.ts';

/** The fields that ideas, applications and contacts have in common. */
export interface Submission {
  id: string;
  status: string;
  version: number;
  notes?: string | null;
}

/** The decision of staff on a submission. */
export interface Review {
  status: string;
  notes?: string | null | undefined;
}

interface InboxOptions<Item extends Submission> {
  source: Source<Item[]>;
  /** "idea": used in questions and messages. */
  kind: string;
  statuses: readonly string[];
  nameOf(item: Item): string;
  /** The text that the search looks through. */
  searchedIn?(item: Item): string;
}

export type Inbox<Item extends Submission> = ReturnType<typeof useInbox<Item>>;

/** A list of submissions with its filters, the open one, and what staff do with them. The address holds the filters. */
export function useInbox<Item extends Submission>({
  source,
  kind,
  statuses,
  nameOf,
  searchedIn,
}: InboxOptions<Item>) {
  const list = useQuery(source);
  /** Optimistic updates: shown at once, while the server has not confirmed them. */
  const [optimistic, setOptimistic] = useState<ReadonlyMap<string, Review>>(new Map());
  const items = useMemo(
    () =>
      optimistic.size > 0 ? list.map((item) => ({ ...item, ...optimistic.get(item.id) })) : list,
    [list, optimistic],
  );
  const cache = useQueryCache();
  const request = useRequest();
  const [asked, setStatus] = useSearchParam('status');
  // The address may hold any text.
  const status = statuses.includes(asked) ? asked : '';
  const [openId, setOpen] = useAddressParam('open');
  const [deleting, setDeleting] = useState<Item>();
  const [search, setSearch] = useSearchParam('q');
  const wanted = search.trim().toLowerCase();
  const found = items.filter(
    (item) =>
      (!status || item.status === status) &&
      (!wanted || !searchedIn || searchedIn(item).toLowerCase().includes(wanted)),
  );
  const { count: shownCount, marker, reach } = useGrowing(`${status}\n${search}`);
  const open = items.find(({ id }) => id === openId);
  const current = useListCursor({ ids: found.map(({ id }) => id), openId: open?.id, reach });
  const at = found.findIndex(({ id }) => id === openId);
  const moveTo = (item: Item | undefined) => (item ? () => setOpen(item.id) : undefined);
  // An open submission that no longer matches the filter was at the index where the next one is now.
  const lastIndex = useRef(0);
  if (at >= 0) lastIndex.current = at;
  const before = at >= 0 ? at : lastIndex.current;
  const setReview = (id: string, review: Review | undefined) =>
    setOptimistic((before) => {
      const after = new Map(before);
      if (review) after.set(id, { ...after.get(id), ...review });
      else after.delete(id);
      return after;
    });
  const underway = useRef(new Map<string, Promise<unknown>>());

  return {
    source,
    kind,
    statuses,
    nameOf,
    items,
    found,
    shown: found.slice(0, shownCount),
    hasMore: found.length > shownCount,
    marker,
    status,
    setStatus,
    search,
    setSearch,
    isFiltered: Boolean(search || status),
    current,
    open,
    /** True if the address names a submission that is not in the list. */
    isGone: openId !== null && !open,
    setOpen,
    previous: moveTo(found[before - 1]),
    next: moveTo(at >= 0 ? found[at + 1] : found[before]),
    deleting,
    setDeleting,
    /**
     * Saves a review, with an optimistic update that ends when the server has answered. Several reviews of one submission
     * are sent one after another, each with the version that the one before made.
     */
    async review(item: Item, review: Review) {
      setReview(item.id, review);
      const mine = (underway.current.get(item.id) ?? Promise.resolve(item)).then(async (last) => {
        const { version } = last as Item;
        const path = `${source.path}/${item.id}/status`;
        return (await request('PATCH', path, { body: review, version })) as Item;
      });
      underway.current.set(item.id, mine);
      const isLast = () => underway.current.get(item.id) === mine;
      try {
        const changed = await mine;
        cache.update(source, (all) => all.map((one) => (one.id === item.id ? changed : one)));
      } catch (error) {
        if (isLast()) setReview(item.id, undefined);
        throw error;
      } finally {
        await cache.refresh(source.path).catch(() => {});
        if (isLast()) {
          underway.current.delete(item.id);
          setReview(item.id, undefined);
        }
      }
    },
    /** Reads the list again and returns one submission of it. */
    async readLatest(id: string): Promise<Item | undefined> {
      await cache.refresh(source.path);
      return ((await cache.get(source.path)) as Item[]).find((item) => item.id === id);
    },
    async remove(item: Item) {
      await deleted(request('DELETE', `${source.path}/${item.id}`));
      // Another submission may have been opened meanwhile.
      if (new URLSearchParams(location.search).get('open') === item.id) setOpen(null);
      cache.update(source, (list) => list.filter(({ id }) => id !== item.id));
      await cache.refresh(source.path).catch(() => {});
    },
  };
}
