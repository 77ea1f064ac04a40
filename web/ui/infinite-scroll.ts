import { useCallback, useState } from 'react';

const step = 16;

interface Grown {
  filter: string;
  count: number;
}

/** Returns the length of the list when the user left it. Undefined during hydration, which must match the server. */
const grownBefore = (): Grown | undefined =>
  typeof document !== 'undefined' && document.documentElement.dataset.ready
    ? history.state?.grown
    : undefined;

/**
 * Manages infinite scrolling. The caller shows `count` entries, and puts `marker` as a ref on an element after them:
 * `count` grows while that element is near the screen. `reach` makes the list long enough for the entry at an index. A
 * changed filter resets `count`.
 */
export function useInfiniteScroll(filter: string, first = step) {
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
      // Each step needs a new observer, which reports at once: the marker may still be near after a step.
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
    reach: (index: number) => index >= count && grow(Math.ceil((index + 1) / first) * first),
  };
}
