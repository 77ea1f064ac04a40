import { useCallback, useState } from 'react';

const step = 16;

/**
 * How many entries of a long list to show, and a marker for their end: while that is near the screen, there
 * are more. `reach` makes sure that an entry is among those shown. Another filter starts from the top.
 */
export function useGrowing(filter: string, first = step) {
  const [grown, setGrown] = useState({ filter, count: first });
  const count = grown.filter === filter ? grown.count : first;
  const marker = useCallback(
    (element: Element | null) => {
      if (!element) return;
      // A new one for each step, as one observer tells only of changes, and the end may still be near.
      const observer = new IntersectionObserver(
        (entries) => entries.at(-1)?.isIntersecting && setGrown({ filter, count: count + first }),
        { rootMargin: '800px' },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [filter, count, first],
  );
  return {
    count,
    marker,
    reach: (index: number) =>
      index >= count - first && setGrown({ filter, count: Math.max(count, index + first) }),
  };
}
