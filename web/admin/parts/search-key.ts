import { useLayoutEffect } from 'react';

/** Moves the focus to the search of the list; after a sheet that is being closed has given the focus back. */
export const focusSearch = () =>
  setTimeout(() => document.querySelector<HTMLElement>('.list-head .search input')?.focus());

/** The key "/" goes to the search of the list. */
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
