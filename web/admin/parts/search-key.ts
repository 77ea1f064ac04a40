import { useLayoutEffect } from 'react';

/** Focuses the search field of the list. The timeout lets a closing sheet return the focus to its row first. */
export const focusSearch = () =>
  setTimeout(() => document.querySelector<HTMLElement>('.list-head .search input')?.focus());

/** Makes the key "/" focus the search field of the list. */
export function useSearchKey(): void {
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        (event.target as HTMLElement).closest(
          'input:not([type=checkbox]), textarea, select, dialog',
        )
      )
        return;
      event.preventDefault();
      focusSearch();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
