import { useMemo, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { HistoryEntry } from '#contract/history.ts';
import { waitingFilter, waitingStatuses } from '#contract/inbox.ts';
import type { StaffMessage } from '#contract/message.ts';
import type { z } from '#contract/zod.ts';
import { statusOf } from '../../api/client.ts';
import { type Source, usePrefetch, useQueryCache } from '../../api/query-cache.ts';
import { maxShown } from '../../api/sources.ts';
import { useSteadyQuery } from '../../api/steady-query.ts';
import { countText } from '../../ui/count-text.ts';
import { useInfiniteScroll } from '../../ui/infinite-scroll.ts';
import { showRefusal, useRequest } from '../request.ts';
import { useChosen } from './chosen.ts';
import { ignoreNotFound } from './confirm-delete.tsx';
import { type OwnFilter, useFilters } from './filters.ts';
import { pageOf, pageSize, type Review, type Submission } from './inbox-page.ts';
import { useListCursor } from './list-cursor.ts';
import { useNeighbours } from './neighbours.ts';
import { useAddressParam } from './params.ts';
import { showSaved } from './saved.ts';
import { quarantinePath, trashPath, useSeveral } from './several.ts';
import { refreshWaiting } from './waiting.tsx';

interface InboxOptions<Item extends Submission> {
  /** The API path of the list. */
  path: string;
  /** The noun for a submission. With an "s" it is also the section of the staff area, and part of API paths. */
  kind: 'idea' | 'application' | 'contact';
  statuses: readonly string[];
  reviewSchema: z.ZodType<Review>;
  /** True if staff can give submissions of this kind a public answer. They can also hold such submissions back. */
  hasAnswer?: boolean;
  /** At most two filters, because `useFilters` has hooks for two. They must not change between renders. */
  ownFilters?: readonly OwnFilter[];
  nameOf(item: Item): string;
}

/** Returns true if the submission matches `status`, the filter of the list. */
const isShown = (item: Submission, status: string, section: keyof typeof waitingStatuses) =>
  status === waitingFilter
    ? (waitingStatuses[section] as readonly string[]).includes(item.status)
    : !status || item.status === status;

const withoutLimit = (path: string) => path.replace(/limit=\d+/, '');

export type Inbox<Item extends Submission> = ReturnType<typeof useInbox<Item>>;

/**
 * Manages a list of submissions, its filters and the open submission, and lets staff review, delete and hold back
 * submissions. The filters and the id of the open submission are in the query string.
 */
export function useInbox<Item extends Submission>({
  path,
  kind,
  statuses,
  reviewSchema,
  hasAnswer = false,
  ownFilters = [],
  nameOf,
}: InboxOptions<Item>) {
  const cache = useQueryCache();
  const request = useRequest();
  const filters = useFilters(statuses, ownFilters);
  const { filter, listQuery, before, isOldestFirst } = filters;
  const filterName = JSON.stringify([listQuery, before]);
  const { count, marker, reach } = useInfiniteScroll(filterName, pageSize);
  // `before` in the URL is the id of the submission just before the first shown submission. The API selects older
  // submissions with `before`. A list with the oldest first goes on with newer submissions: it uses `after`.
  const start = { [isOldestFirst ? 'after' : 'before']: before };
  const source = pageOf<Item>(path, { ...listQuery, ...start, limit: Math.min(count, maxShown) });
  usePrefetch(pageOf(path), { path: quarantinePath }, { path: trashPath });
  const { data: page, path: shownPath, isWaiting, retry } = useSteadyQuery(source, filters.q);

  const { status } = filters;
  const section = `${kind}s` as const;
  /** Optimistic updates: reviews that the server has not confirmed yet, by the id of the submission. */
  const [optimistic, setOptimistic] = useState<ReadonlyMap<string, Review>>(new Map());
  const found = useMemo(() => {
    const items = page.items.map((item) => ({ ...item, ...optimistic.get(item.id) }));
    return items.filter((item) => !optimistic.has(item.id) || isShown(item, status, section));
  }, [page, optimistic, status, section]);

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

  const canGrow = page.hasMore && count < maxShown;
  const addressOf = (before: string) => {
    const url = new URL(location.href);
    if (before) url.searchParams.set('before', before);
    else url.searchParams.delete('before');
    url.searchParams.delete('open');
    return url.pathname + url.search;
  };
  const showNextPart = () =>
    navigate(addressOf(found.at(-1)?.id ?? ''), { state: { hasOthersBefore: true } });
  const returnToStart = () =>
    history.state?.hasOthersBefore ? history.back() : navigate(addressOf(''));
  const cursor = useListCursor({
    ids: found.map(({ id }) => id),
    openId: openId ?? undefined,
    beyond(direction) {
      if (direction < 0 && before) {
        returnToStart();
        return 'last';
      }
      if (direction < 0 || !page.hasMore) return undefined;
      // Does not request more rows while a request for them is in flight.
      if (!canGrow) showNextPart();
      else if (!isWaiting) reach(count);
      return canGrow ? 'next' : 'first';
    },
  });
  const chosen = useChosen(
    found.map(({ id }) => id),
    filterName,
  );
  const neighbours = useNeighbours(openId, {
    items: found,
    isOldestFirst,
    hasBefore: before !== '',
    hasAfter: page.hasMore,
    sourceOf: (part) => pageOf(path, { ...listQuery, ...part, limit: 1 }),
  });

  const setReview = (id: string, review: Review | undefined) =>
    setOptimistic((before) => {
      const after = new Map(before);
      if (review) after.set(id, { ...after.get(id), ...review });
      else after.delete(id);
      return after;
    });
  const lastReviews = useRef(new Map<string, Promise<unknown>>());
  /** Invalidates the cached lists for all filters, and refreshes the counts of waiting submissions. */
  async function refresh() {
    await Promise.all([cache.invalidate(`${path}?`), refreshWaiting(cache)]);
  }

  return {
    path,
    kind,
    /** The section of the staff area, such as `ideas`. */
    section,
    statuses,
    reviewSchema,
    filters,
    chosen,
    hasAnswer,
    nameOf,
    itemSource,
    historySource,
    messageSource,
    found,
    total: page.total,
    isAtLeast: page.isAtLeast,
    isWaiting,
    /** Fetches the list again. Undefined unless the last query failed. */
    retry,
    /** True while the shown list belongs to an earlier filter. Ignores `limit`, which grows while the user scrolls. */
    isEarlier: withoutLimit(shownPath) !== withoutLimit(source.path),
    /** The ref of an element that adds rows when it is near the screen. Undefined while no rows can be added. */
    marker: canGrow && !isWaiting && !retry ? marker : undefined,
    /** Shows the start of the list. Undefined if the list is shown from its start. */
    showStart: before
      ? () => {
          cursor.land('first');
          navigate(addressOf(''));
        }
      : undefined,
    /** Replaces the shown submissions with the next ones. Undefined unless `maxShown` are shown and there are more. */
    showMore:
      page.hasMore && !canGrow
        ? () => {
            cursor.land('first');
            showNextPart();
          }
        : undefined,
    /** Returns the API path of a file with all submissions that match the filters. */
    exportPath: (view: 'csv' | 'all') =>
      pageOf(path, { ...filter, limit: 1 }).path.replace(/view=page&limit=1/, `view=${view}`),
    current: cursor.current,
    openId,
    /** The position of the open submission, such as "12 of 65". Undefined if it or the list's start is not loaded. */
    position:
      before === '' && openIndex >= 0
        ? `${openIndex + 1} of ${countText(page.total, page.isAtLeast)}`
        : undefined,
    optimisticOf: (id: string) => optimistic.get(id),
    open,
    close: () => setOpenId(null),
    previous: neighbours.previous && (() => neighbours.previous && open(neighbours.previous)),
    next: neighbours.next && (() => neighbours.next && open(neighbours.next)),
    deleting,
    setDeleting,
    refresh,
    /**
     * Saves a review, with an optimistic update until the server has answered. Reviews of the same submission are sent
     * one after another, each with the version that the previous one returned. If one fails, the reviews queued behind
     * it fail too. With `tell`, the sender gets an e-mail.
     */
    async review(item: Item, review: Review, tell = false) {
      setReview(item.id, review);
      const mine = (lastReviews.current.get(item.id) ?? Promise.resolve(item)).then(
        async (last) => {
          const { version } = last as Item;
          const address = `${path}/${item.id}/status`;
          const body = { ...review, ...(tell && { tell }) };
          return (await request('PATCH', address, { body, version })) as Item;
        },
      );
      lastReviews.current.set(item.id, mine);
      const isLast = () => lastReviews.current.get(item.id) === mine;
      try {
        const changed = await mine;
        cache.set(itemSource(item.id).path, changed);
        cache.invalidate(historySource(item.id).path);
        cache.update(source, (page) => ({
          ...page,
          items: page.items.map((one) => (one.id === item.id ? changed : one)),
        }));
      } catch (error) {
        // A later review must not wait for this one: it would fail with the same error, without a request.
        if (isLast()) {
          lastReviews.current.delete(item.id);
          setReview(item.id, undefined);
        }
        throw error;
      } finally {
        // Not awaited, so that a toast about this review does not come after a toast about a later one.
        refresh().then(() => {
          if (!isLast()) return;
          lastReviews.current.delete(item.id);
          setReview(item.id, undefined);
        });
      }
    },
    async readLatest(id: string): Promise<Item> {
      const { path } = itemSource(id);
      await cache.refresh(path);
      return (await cache.get(path)) as Item;
    },
    async remove(item: Item) {
      await ignoreNotFound(request('DELETE', `${path}/${item.id}`));
      // Another submission that the user has opened in the meantime must stay open.
      if (new URLSearchParams(location.search).get('open') === item.id) setOpenId(null);
      cache.update(source, (page) => ({
        ...page,
        items: page.items.filter(({ id }) => id !== item.id),
      }));
      cache.invalidate(trashPath);
      await refresh();
    },
    /** Moves an idea to the quarantine, where visitors cannot see it. */
    async hold(item: Item) {
      const heldPath = `${quarantinePath}/${item.id}`;
      async function release() {
        try {
          await request('POST', `${heldPath}/release`);
        } catch (error) {
          showRefusal(
            error,
            `Failed to release ${kind}`,
            statusOf(error) === 404
              ? 'Somebody else has released or deleted it.'
              : 'It is above the list, held back.',
          );
        }
        cache.invalidate(quarantinePath);
        await refresh();
      }
      try {
        await request('POST', `${path}/${item.id}/hold`, { version: item.version });
        setOpenId(null);
        showSaved('Held back', nameOf(item), [], { label: 'Undo', run: release });
      } catch (error) {
        showRefusal(
          error,
          `Failed to hold ${kind} back`,
          statusOf(error) === 404
            ? 'Somebody else has held it back or deleted it.'
            : 'It is public as before. Please try again.',
        );
        // The open sheet needs the new version.
        if (statusOf(error) === 412) cache.invalidatePath(itemSource(item.id).path);
      }
      cache.invalidate(quarantinePath);
      await refresh();
    },
    ...useSeveral({ kind, chosen: found.filter(({ id }) => chosen.has(id)), refresh }),
  };
}
