import { useCallback, useState } from 'react';

const step = 60;

/**
 * The first part of a long list, and a marker for its end: when that comes near the screen, more is
 * shown. `reach` makes sure that an entry is among those shown.
 */
export function useGrowing<Item>(items: Item[]) {
  const [wanted, setWanted] = useState(step);
  const marker = useCallback((element: Element | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setWanted((count) => count + step),
      { rootMargin: '800px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return {
    shown: items.slice(0, wanted),
    hasMore: items.length > wanted,
    marker,
    reach: (index: number) => setWanted((count) => Math.max(count, index + step)),
  };
}
