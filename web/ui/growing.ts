import { useCallback, useState } from 'react';

const step = 16;

/**
 * The first part of a long list, and a marker for its end: while that is near the screen, more is
 * shown. `reach` makes sure that an entry is among those shown. Another filter starts from the top.
 */
export function useGrowing<Item>(items: Item[], filter: string) {
  const [grown, setGrown] = useState({ filter, count: step });
  const wanted = grown.filter === filter ? grown.count : step;
  const marker = useCallback(
    (element: Element | null) => {
      if (!element) return;
      // A new one for each step, as one observer tells only of changes, and the end may still be near.
      const observer = new IntersectionObserver(
        ([entry]) => entry?.isIntersecting && setGrown({ filter, count: wanted + step }),
        { rootMargin: '800px' },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [filter, wanted],
  );
  return {
    shown: items.slice(0, wanted),
    hasMore: items.length > wanted,
    marker,
    reach: (index: number) =>
      index >= wanted - step && setGrown({ filter, count: Math.max(wanted, index + step) }),
  };
}
