import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/**
 * Keeps the dialog that is open in the address, so that a colleague can be sent a link to it. The history entry of
 * the page is changed in place: one Back leaves the page, however many dialogs were opened on it.
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
