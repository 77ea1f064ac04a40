import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { HistoryEntry } from '#contract/history.ts';
import type { StaffMessage } from '#contract/message.ts';
import { foldSearch } from '#contract/search-text.ts';
import { type Source, useOptionalQuery, useQueryCache } from '../../api/query-cache.ts';
import { beforeIn, mostShown } from '../../api/sources.ts';
import { useSteadyQuery } from '../../api/steady-query.ts';
import { useListPosition, useSearchParam } from '../../search-params.ts';
import { countText } from '../../ui/count-text.ts';
import { useGrowing } from '../../ui/growing.ts';
import { showToast } from '../../ui/toasts.ts';
import { showFailure, useRequest } from '../request.ts';
import { deleted } from './confirm-delete.tsx';
import { useListCursor } from './list-cursor.ts';
import { useAddressParam } from './params.ts';

/** The fields that ideas, applications and contacts have in common. */
export interface Submission {
  id: string;
  status: string;
  version: number;
  notes?: string | null;
  answer?: string | undefined;
  /** Missing if the sender gave none. */
  email?: string | undefined;
}

/** The decision of staff on a submission. */
export interface Review {
  status: string;
  notes?: string | null | undefined;
  answer?: string | null | undefined;
}

/** A page of submissions; see list-page.ts of the contract. */
export interface InboxPage<Item extends Submission> {
  items: Item[];
  total: number;
  counts: Record<string, number>;
  isAtLeast: boolean;
  hasOlder: boolean;
}

interface InboxOptions<Item extends Submission> {
  /** Address of the list in the API. */
  path: string;
  /** "idea": used in questions and messages. */
  kind: string;
  statuses: readonly string[];
  /** Staff write a public answer to it. */
  hasAnswer?: boolean;
  nameOf(item: Item): string;
}

export const trashPath = '/api/admin/trash';

/** How many submissions the list starts with, and grows by. */
const step = 48;

interface Part {
  status?: string;
  q?: string;
  before?: string;
  after?: string;
  limit?: number;
}

/** The query for a part of the list at this path. */
export const pageOf = <Item extends Submission>(
  path: string,
  { limit = step, ...part }: Part = {},
): Source<InboxPage<Item>> => {
  const given = Object.entries(part).filter(([, value]) => value);
  return {
    path: `${path}?${new URLSearchParams([['view', 'page'], ['limit', `${limit}`], ...given])}`,
  };
};

const withoutLimit = (path: string) => path.replace(/limit=\d+/, '');

export type Inbox<Item extends Submission> = ReturnType<typeof useInbox<Item>>;

/** A list of submissions with its filters, the open one, and what staff do with them. The address holds the filters. */
export function useInbox<Item extends Submission>({
  path,
  kind,
  statuses,
  hasAnswer = false,
  nameOf,
}: InboxOptions<Item>) {
  const cache = useQueryCache();
  const request = useRequest();
  const [status, setStatus] = useSearchParam('status', statuses);
  const [search, setSearch] = useSearchParam('q');
  const q = foldSearch(useDeferredValue(search));
  const filter = { status, q };
  const position = useListPosition({ filter: status, q }, { name: 'status', values: statuses });
  const before = beforeIn(position);
  const { count, marker, reach } = useGrowing(`${status}\n${q}\n${before}`, step);
  const source = pageOf<Item>(path, { ...filter, before, limit: Math.min(count, mostShown) });
  const { data: page, path: shownPath, isWaiting, retry } = useSteadyQuery(source, q);

  /** Optimistic updates: shown at once, while the server has not confirmed them. */
  const [optimistic, setOptimistic] = useState<ReadonlyMap<string, Review>>(new Map());
  const found = useMemo(() => {
    const items = page.items.map((item) => ({ ...item, ...optimistic.get(item.id) }));
    return items.filter((item) => !optimistic.has(item.id) || !status || item.status === status);
  }, [page, optimistic, status]);

  const [openId, setOpenId] = useAddressParam('open');
  const openIndex = found.findIndex(({ id }) => id === openId);
  const [deleting, setDeleting] = useState<Item>();
  const itemSource = (id: string): Source<Item> => ({ path: `${path}/${encodeURIComponent(id)}` });
  const historySource = (id: string): Source<HistoryEntry[]> => ({
    path: `${itemSource(id).path}/history`,
  });
  const messageSource = (id: string): Source<StaffMessage[]> => ({
    path: `${itemSource(id).path}/messages`,
  });
  function open(item: Item) {
    cache.set(itemSource(item.id).path, item);
    setOpenId(item.id);
  }

  const canGrow = page.hasOlder && count < mostShown;
  const addressOf = (before: string) => {
    const url = new URL(location.href);
    if (before) url.searchParams.set('before', before);
    else url.searchParams.delete('before');
    url.searchParams.delete('open');
    return url.pathname + url.search;
  };
  const toOlder = () =>
    navigate(addressOf(found.at(-1)?.id ?? ''), { state: { hasNewerBefore: true } });
  const toNewer = () => (history.state?.hasNewerBefore ? history.back() : navigate(addressOf('')));
  const cursor = useListCursor({
    ids: found.map(({ id }) => id),
    openId: openId ?? undefined,
    beyond(direction) {
      if (direction < 0 && before) {
        toNewer();
        return 'last';
      }
      if (direction < 0 || !page.hasOlder) return undefined;
      if (canGrow) reach(count);
      else toOlder();
      return canGrow ? 'next' : 'first';
    },
  });
  const neighbours = useNeighbours(openId, {
    items: found,
    hasNewer: before !== '',
    hasOlder: page.hasOlder,
    sourceOf: (part) => pageOf(path, { ...filter, ...part, limit: 1 }),
  });

  const setReview = (id: string, review: Review | undefined) =>
    setOptimistic((before) => {
      const after = new Map(before);
      if (review) after.set(id, { ...after.get(id), ...review });
      else after.delete(id);
      return after;
    });
  const underway = useRef(new Map<string, Promise<unknown>>());
  /** Reads all parts of the list again, of any filter. */
  const refresh = () => cache.invalidate(`${path}?`);

  return {
    path,
    kind,
    statuses,
    hasAnswer,
    nameOf,
    itemSource,
    historySource,
    messageSource,
    found,
    total: page.total,
    isAtLeast: page.isAtLeast,
    isWaiting,
    /** Set after a failure: fetches again. */
    retry,
    /** True if the list is that of an earlier filter. False if it is only shorter than what was asked for. */
    isEarlier: withoutLimit(shownPath) !== withoutLimit(source.path),
    /** Undefined when the list does not grow by scrolling. */
    marker: canGrow && !isWaiting && !retry ? marker : undefined,
    /** Undefined when the list begins with the newest. */
    showNewest: before
      ? () => {
          cursor.land('first');
          navigate(addressOf(''));
        }
      : undefined,
    /** Undefined when all older ones are in the list. */
    showOlder:
      page.hasOlder && !canGrow
        ? () => {
            cursor.land('first');
            toOlder();
          }
        : undefined,
    status,
    setStatus,
    search,
    setSearch,
    isFiltered: Boolean(search || status),
    /** The address of all that the filter shows, in one answer. */
    exportPath: (view: 'csv' | 'all') =>
      `${path}?${new URLSearchParams({ view, ...(status && { status }), ...(q && { q }) })}`,
    current: cursor.current,
    openId,
    /** "12 of 65"; undefined where the list does not begin with the newest, or the open one is not loaded. */
    position:
      before === '' && openIndex >= 0
        ? `${openIndex + 1} of ${countText(page.total, page.isAtLeast)}`
        : undefined,
    /** The review of a submission that the server has not confirmed yet. */
    optimisticOf: (id: string) => optimistic.get(id),
    open,
    close: () => setOpenId(null),
    previous: neighbours.newer && (() => neighbours.newer && open(neighbours.newer)),
    next: neighbours.older && (() => neighbours.older && open(neighbours.older)),
    deleting,
    setDeleting,
    refresh,
    /**
     * Saves a review, with an optimistic update that ends when the server has answered. Several reviews of one submission
     * are sent one after another, each with the version that the one before made. With `tell` the sender gets a mail.
     */
    async review(item: Item, review: Review, tell = false) {
      setReview(item.id, review);
      const mine = (underway.current.get(item.id) ?? Promise.resolve(item)).then(async (last) => {
        const { version } = last as Item;
        const address = `${path}/${item.id}/status`;
        const body = { ...review, ...(tell && { tell }) };
        return (await request('PATCH', address, { body, version })) as Item;
      });
      underway.current.set(item.id, mine);
      const isLast = () => underway.current.get(item.id) === mine;
      try {
        const changed = await mine;
        cache.set(itemSource(item.id).path, changed);
        cache.invalidate(historySource(item.id).path);
        cache.update(source, (page) => ({
          ...page,
          items: page.items.map((one) => (one.id === item.id ? changed : one)),
        }));
      } catch (error) {
        if (isLast()) setReview(item.id, undefined);
        throw error;
      } finally {
        await refresh();
        if (isLast()) {
          underway.current.delete(item.id);
          setReview(item.id, undefined);
        }
      }
    },
    /** Reads one submission again. */
    async readLatest(id: string): Promise<Item> {
      const { path } = itemSource(id);
      await cache.refresh(path);
      return (await cache.get(path)) as Item;
    },
    async remove(item: Item) {
      await deleted(request('DELETE', `${path}/${item.id}`));
      // Another submission may have been opened meanwhile.
      if (new URLSearchParams(location.search).get('open') === item.id) setOpenId(null);
      cache.update(source, (page) => ({
        ...page,
        items: page.items.filter(({ id }) => id !== item.id),
      }));
      cache.invalidate(trashPath);
      await refresh();
    },
    /** Takes a deletion back. */
    async restore({ id }: Item) {
      try {
        await request('POST', `${trashPath}/${id}/restore`);
        await refresh();
        cache.invalidate(trashPath);
        showToast({ title: 'Restored', text: 'It is in the list again.', tone: 'success' });
      } catch (error) {
        showFailure(error, `Failed to restore ${kind}`, 'It is in the trash below the list.');
      }
    },
  };
}

interface Neighbourhood<Item extends Submission> {
  /** The part of the list that is loaded, newest first. */
  items: Item[];
  hasNewer: boolean;
  hasOlder: boolean;
  sourceOf(part: Part): Source<InboxPage<Item>>;
}

/** The submissions next to the open one, by their ids, which are in the order of time. Those that are not loaded are fetched. */
function useNeighbours<Item extends Submission>(
  openId: string | null,
  { items, hasNewer, hasOlder, sourceOf }: Neighbourhood<Item>,
): { newer?: Item | undefined; older?: Item | undefined } {
  const isOpen = openId !== null;
  const first = items[0]?.id ?? '';
  const last = items.at(-1)?.id ?? '';
  // Others that are not loaded may be between it and the list.
  const isFar = isOpen && ((hasOlder && openId < last) || (hasNewer && openId > first));
  const newer = isOpen && !isFar ? items.findLast(({ id }) => id > openId) : undefined;
  const older = isOpen && !isFar ? items.find(({ id }) => id < openId) : undefined;
  const asksNewer = isOpen && (isFar || (!newer && hasNewer));
  const asksOlder = isOpen && (isFar || (!older && hasOlder));
  const fetchedNewer = useOptionalQuery(asksNewer ? sourceOf({ after: openId }) : undefined);
  const fetchedOlder = useOptionalQuery(asksOlder ? sourceOf({ before: openId }) : undefined);
  return { newer: newer ?? fetchedNewer?.items[0], older: older ?? fetchedOlder?.items[0] };
}
