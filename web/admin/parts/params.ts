import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/**
 * Stores a value in a query parameter, for example the id of the entry in the open dialog, so that a link leads to the
 * same view. Replaces the current history entry: Back leaves the page, however many dialogs were opened on it.
 */
export function useAddressParam(
  name: string,
): [value: string | null, set: (value: string | null) => void] {
  const value = new URLSearchParams(useSearch()).get(name);
  function set(next: string | null) {
    const url = new URL(location.href);
    if (next === null) url.searchParams.delete(name);
    else url.searchParams.set(name, next);
    navigate(url.pathname + url.search, { replace: true, state: history.state });
  }
  return [value, set];
}
