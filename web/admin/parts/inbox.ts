import { useState } from 'react';
import { type Source, useRead, useReads } from '../../api/reads.ts';
import { useSearchParam } from '../../search-params.ts';
import { useGrowing } from '../../ui/growing.ts';
import { useRequest } from '../request.ts';
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
  textOf?: (item: Item) => string,
) {
  const items = useRead(source);
  const reads = useReads();
  const request = useRequest();
  const [status, setStatus] = useSearchParam('status');
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
    setOpen,
    reach,
  );
  const open = items.find(({ id }) => id === openId);
  const at = found.findIndex(({ id }) => id === openId);
  const moveTo = (item: Item | undefined) => (item ? () => setOpen(item.id) : undefined);
  const replace = (changed: Item) =>
    reads.set(
      source.path,
      items.map((item) => (item.id === changed.id ? changed : item)),
    );

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
    previous: moveTo(found[at - 1]),
    next: at < 0 ? undefined : moveTo(found[at + 1]),
    deleting,
    setDeleting,
    count: (value: string) => items.filter((item) => item.status === value).length,
    /** Shown at once; where it is refused the list is as it was, or as it has become meanwhile. */
    async review(item: Item, review: Review) {
      replace({ ...item, ...review });
      try {
        const changed = await request('PATCH', `${source.path}/${item.id}/status`, {
          body: review,
          version: item.version,
        });
        replace(changed as Item);
      } catch (error) {
        replace(item);
        await reads.refresh(source.path).catch(() => {});
        throw error;
      }
    },
    async remove(item: Item) {
      await request('DELETE', `${source.path}/${item.id}`);
      if (openId === item.id) setOpen(null);
      await reads.refresh(source.path);
    },
  };
}
