import { useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';

/**
 * Filters and searches live in the address bar, so that a filtered list can be shared. What is typed
 * counts at once and is written there after a pause: browsers limit how often an address may change.
 */
export function useSearchParam(name: string): [value: string, set: (value: string) => void] {
  const written = new URLSearchParams(useSearch()).get(name) ?? '';
  const [typed, setTyped] = useState<string>();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);

  function set(value: string) {
    setTyped(value);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      const url = new URL(location.href);
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
      history.replaceState(history.state, '', url);
      setTyped(undefined);
    }, 200);
  }

  return [typed ?? written, set];
}
