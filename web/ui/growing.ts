import { useCallback, useState } from 'react';

const step = 16;

interface Grown {
  filter: string;
  count: number;
}

/** On return to a list it is as long as it was. The first page of a visit is as the server wrote it. */
const grownBefore = (): Grown | undefined =>
  typeof document !== 'undefined' && document.documentElement.dataset.ready
    ? history.state?.grown
    : undefined;

/**
 * How many entries of a long list to show, and a marker for their end: while that is near the screen, there
 * are more. `reach` makes sure that an entry is among those shown. Another filter starts from the top.
 */
export function useGrowing(filter: string, first = step) {
  const [grown, setGrown] = useState<Grown>(() => grownBefore() ?? { filter, count: first });
  const count = grown.filter === filter ? grown.count : first;
  const grow = useCallback(
    (to: number) => {
      const next = { filter, count: to };
      setGrown(next);
      history.replaceState({ ...history.state, grown: next }, '');
    },
    [filter],
  );
  const marker = useCallback(
    (element: Element | null) => {
      if (!element) return;
      // A new one for each step, as one observer tells only of changes, and the end may still be near.
      const observer = new IntersectionObserver(
        (entries) => entries.at(-1)?.isIntersecting && grow(count + first),
        { rootMargin: '800px' },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [count, first, grow],
  );
  return {
    count,
    marker,
    reach: (index: number) => index >= count - first && grow(Math.max(count, index + first)),
  };
}
