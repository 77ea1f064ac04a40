import { type Source, useOptionalQuery } from '../../api/query-cache.ts';
import type { ListQuery } from './filters.ts';
import type { InboxPage, Submission } from './inbox-page.ts';

interface Neighbourhood<Item extends Submission> {
  items: Item[];
  isOldestFirst: boolean;
  /** True if the whole list has submissions before `items`. */
  hasBefore: boolean;
  /** True if the whole list has submissions after `items`. */
  hasAfter: boolean;
  sourceOf(part: ListQuery): Source<InboxPage<Item>>;
}

/**
 * Returns the submissions before and after the open submission, and fetches them if they are not loaded. Compares ids,
 * which increase with time, because the open submission may be missing in the list.
 */
export function useNeighbours<Item extends Submission>(
  openId: string | null,
  { items, isOldestFirst, hasBefore, hasAfter, sourceOf }: Neighbourhood<Item>,
): { previous?: Item | undefined; next?: Item | undefined } {
  const isOpen = openId !== null;
  const precedes = (id: string, other: string) => (isOldestFirst ? id < other : id > other);
  const first = items[0]?.id ?? '';
  const last = items.at(-1)?.id ?? '';
  // True if the open submission is outside the loaded part: its neighbours may not be loaded.
  const isFar =
    isOpen && ((hasAfter && precedes(last, openId)) || (hasBefore && precedes(openId, first)));
  const isNear = isOpen && !isFar;
  const previous = isNear ? items.findLast(({ id }) => precedes(id, openId)) : undefined;
  const next = isNear ? items.find(({ id }) => precedes(openId, id)) : undefined;
  const needsPrevious = isOpen && (isFar || (!previous && hasBefore));
  const needsNext = isOpen && (isFar || (!next && hasAfter));
  const older = openId === null ? {} : { before: openId };
  const newer = openId === null ? {} : { after: openId };
  const fetchedPrevious = useOptionalQuery(
    needsPrevious ? sourceOf(isOldestFirst ? older : newer) : undefined,
  );
  const fetchedNext = useOptionalQuery(
    needsNext ? sourceOf(isOldestFirst ? newer : older) : undefined,
  );
  return {
    previous: previous ?? fetchedPrevious?.items[0],
    next: next ?? fetchedNext?.items[0],
  };
}
