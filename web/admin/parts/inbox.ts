import { useMemo, useRef, useState } from 'react';
import { type Source, useRead, useReads } from '../../api/reads.ts';
import { useSearchParam } from '../../search-params.ts';
import { useGrowing } from '../../ui/growing.ts';
import { useRequest } from '../request.ts';
import { deleted } from './confirm-delete.tsx';
import { useAddressParam } from './params.ts';
import { type Review, useListKeys } from './review.tsx';

export interface Entry {
  id: string;
  status: string;
  version: number;
  notes?: string | null;
}

/** A list of submissions, the filter and the open one in the address, and what is done with them. */
export function useInbox<Item extends Entry>(
  source: Source<Item[]>,
  statuses: readonly string[],
  textOf?: (item: Item) => string,
) {
  const list = useRead(source);
  /** Decided here, and not yet on the server's word. */
  const [decided, setDecided] = useState<ReadonlyMap<string, Review>>(new Map());
  const items = useMemo(
    () => (decided.size > 0 ? list.map((item) => ({ ...item, ...decided.get(item.id) })) : list),
    [list, decided],
  );
  const reads = useReads();
  const request = useRequest();
  const [asked, setStatus] = useSearchParam('status');
  // An address may say anything.
  const status = statuses.includes(asked) ? asked : '';
  const [openId, setOpen] = useAddressParam('open');
  const [deleting, setDeleting] = useState<Item>();
  const [sought, setSought] = useSearchParam('q');
  const wanted = sought.trim().toLowerCase();
  const found = items.filter(
    (item) =>
      (!status || item.status === status) &&
      (!wanted || !textOf || textOf(item).toLowerCase().includes(wanted)),
  );
  const { count: shownCount, marker, reach } = useGrowing(`${status}\n${sought}`);
  const current = useListKeys(
    found.map(({ id }) => id),
    reach,
  );
  const open = items.find(({ id }) => id === openId);
  const at = found.findIndex(({ id }) => id === openId);
  const moveTo = (item: Item | undefined) => (item ? () => setOpen(item.id) : undefined);
  // One that no longer fits the filter was where the next one is now.
  const place = useRef(0);
  if (at >= 0) place.current = at;
  const before = at >= 0 ? at : place.current;
  const decide = (id: string, review: Review | undefined) =>
    setDecided((before) => {
      const after = new Map(before);
      if (review) after.set(id, { ...after.get(id), ...review });
      else after.delete(id);
      return after;
    });
  const underway = useRef(new Map<string, Promise<unknown>>());

  return {
    items,
    found,
    shown: found.slice(0, shownCount),
    hasMore: found.length > shownCount,
    marker,
    status,
    setStatus,
    sought,
    setSought,
    current,
    open,
    setOpen,
    previous: moveTo(found[before - 1]),
    next: moveTo(at >= 0 ? found[at + 1] : found[before]),
    deleting,
    setDeleting,
    count: (value: string) => items.filter((item) => item.status === value).length,
    /**
     * Shown at once; where it is refused the list is as it was, or as it has become meanwhile. What is
     * decided quickly about one entry is sent in turn, each on the version that the one before made.
     */
    async review(item: Item, review: Review) {
      decide(item.id, review);
      const mine = (underway.current.get(item.id) ?? Promise.resolve(item)).then(async (last) => {
        const { version } = last as Item;
        const path = `${source.path}/${item.id}/status`;
        return (await request('PATCH', path, { body: review, version })) as Item;
      });
      underway.current.set(item.id, mine);
      const isLast = () => underway.current.get(item.id) === mine;
      try {
        const changed = await mine;
        reads.update(source, (all) => all.map((one) => (one.id === item.id ? changed : one)));
      } catch (error) {
        if (isLast()) decide(item.id, undefined);
        throw error;
      } finally {
        await reads.refresh(source.path).catch(() => {});
        if (isLast()) {
          underway.current.delete(item.id);
          decide(item.id, undefined);
        }
      }
    },
    async remove(item: Item) {
      await deleted(request('DELETE', `${source.path}/${item.id}`));
      // Meanwhile another one may be open.
      if (new URLSearchParams(location.search).get('open') === item.id) setOpen(null);
      reads.update(source, (list) => list.filter(({ id }) => id !== item.id));
      await reads.refresh(source.path).catch(() => {});
    },
  };
}
