import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** Which dialog is open is part of the address, so that a colleague can be sent a link to it. */
export function useAddressParam(
  name: string,
): [value: string | null, set: (value: string | null) => void] {
  const value = new URLSearchParams(useSearch()).get(name);
  function set(next: string | null) {
    const url = new URL(location.href);
    if (next === null) url.searchParams.delete(name);
    else url.searchParams.set(name, next);
    // Closing is no place to go back to.
    navigate(url.pathname + url.search, { replace: next === null });
  }
  return [value, set];
}
