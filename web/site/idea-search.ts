import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { PublicIdea } from '#contract/idea.ts';
import { ideaSays } from '#contract/idea-search.ts';
import { useRead, useReads } from '../api/reads.ts';
import * as sources from '../api/sources.ts';
import { useGrowing } from '../ui/growing.ts';

const { firstIdeas } = sources;
/** Up to so many are fetched whole once somebody is about to search; beyond, the server looks. */
const fetchable = 1000;

/** The ideas that fit, as many as are near the screen. A key press is answered first, and then looked for. */
export function useIdeaSearch(typed: string, chosen: string) {
  const search = useDeferredValue(typed);
  const status = useDeferredValue(chosen);
  const reads = useReads();
  const wanted = search.trim().toLowerCase();
  // Without scripts the list grows by a link.
  const asked = sources.shownIn(new URLSearchParams(useSearch()));
  const looked = `${status}\n${wanted}`;
  const [arrival] = useState(looked);
  const [isFound, setFound] = useState(false);
  if (looked !== arrival && !isFound) setFound(true);
  const { count, marker } = useGrowing(looked, firstIdeas);
  const goal = Math.max(count, asked);
  const [reached, setReached] = useState(goal);
  const limit = Math.min(goal, reached);
  const [whole, setWhole] = useState<{ items: PublicIdea[]; path: string }>();

  // What is shown stays behind what is typed until the answer is there.
  const asking = whole?.path ?? sources.ideas(status, wanted, limit).path;
  const [path, setPath] = useState(asking);
  const [failed, setFailed] = useState('');
  const page = useRead(sources.ideasAt(path));
  const { counts } = page;
  useEffect(() => {
    if (path === asking || failed === asking) return;
    let isOver = false;
    reads.get(asking).then(
      () => !isOver && startTransition(() => setPath(asking)),
      () => !isOver && setFailed(asking),
    );
    return () => {
      isOver = true;
    };
  }, [reads, path, asking, failed]);

  // More of the same is shown once it is there; until then, and where it cannot be had, what is there stays.
  useEffect(() => {
    if (whole || goal <= limit) {
      setReached(goal);
      return;
    }
    let isOver = false;
    reads.get(sources.ideas(status, wanted, goal).path).then(
      () => !isOver && setReached(goal),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [reads, whole, status, wanted, goal, limit]);

  const found = useMemo(
    () =>
      whole?.items.filter((idea) => (!status || idea.status === status) && ideaSays(idea, wanted)),
    [whole, status, wanted],
  );

  /** Somebody is about to search: where there are few, all of them are fetched once. */
  function prepare() {
    const all = Object.values(counts).reduce((sum, each) => sum + each, 0);
    if (whole || all > fetchable) return;
    reads
      .get(sources.ideas('', '', fetchable).path)
      .then((answer) => setWhole({ items: (answer as typeof page).items, path }))
      .catch(() => {});
  }

  const total = found ? found.length : page.total;
  const items = found ?? page.items;
  const ideas = useMemo(() => items.slice(0, limit), [items, limit]);
  const query = new URLSearchParams({
    ...(wanted && { q: wanted }),
    ...(status && { status }),
    shown: String(limit + firstIdeas * 4),
  });
  return {
    ideas,
    total,
    counts,
    /** Somebody has searched or filtered since the page came. */
    isFound,
    isLooking: path !== asking && failed !== asking,
    /** Where what was looked for could not be had: tries again. */
    retry:
      failed === asking && path !== asking
        ? () => {
            reads.retry();
            setFailed('');
          }
        : undefined,
    // One step at a time.
    marker: goal === limit ? marker : undefined,
    prepare,
    more: `/ideas?${query}`,
  };
}
