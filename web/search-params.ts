import { useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { foldSearch } from '#contract/search-text.ts';

/**
 * Stores a filter or search in the query string, so that a filtered list can be shared. The returned value changes at
 * once. Writes to the URL are debounced, because browsers limit calls of `replaceState`.
 */
export function useSearchParam(
  name: string,
  allowed?: readonly string[],
): [value: string, set: (value: string) => void] {
  const given = new URLSearchParams(useSearch()).get(name);
  const written = allowed ? oneOf(allowed, given) : (given ?? '');
  const [typed, setTyped] = useState<string>();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);

  function set(value: string) {
    setTyped(value);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      const url = new URL(location.href);
      // After a changed search or filter the list starts from the top.
      if ((url.searchParams.get(name) ?? '') !== value) {
        url.searchParams.delete('shown');
        url.searchParams.delete('before');
      }
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
      history.replaceState(history.state, '', url);
      setTyped(undefined);
    }, 200);
  }

  return [typed ?? written, set];
}

/** Returns the value if it is in the list, otherwise an empty string. */
export const oneOf = (allowed: readonly string[], value: string | null): string =>
  value !== null && allowed.includes(value) ? value : '';

/**
 * Returns the query parameters of the URL. `shown` and `before` select the part of a list. Returns no parameters while
 * a new filter or search is not yet in the URL, because its results start from the top.
 */
export function useListPosition(
  { filter, q }: { filter: string; q: string },
  { name, values }: { name: string; values: readonly string[] },
): URLSearchParams {
  const address = new URLSearchParams(useSearch());
  const isWritten =
    oneOf(values, address.get(name)) === filter && foldSearch(address.get('q') ?? '') === q;
  return isWritten ? address : new URLSearchParams();
}
