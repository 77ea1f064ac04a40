import { useLayoutEffect } from 'react';

interface SheetKeys {
  /** Set by the keys 1, 2, 3 and so on. */
  statuses: readonly string[];
  chooseStatus(status: string): void;
  makeMine(): void;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  /** Saves, then opens the next one. */
  saveAndGoOn(): void;
  /** Closes the sheet and goes to the search of the list. */
  search(): void;
}

const isTyping = (target: EventTarget | null) =>
  (target as HTMLElement).closest('input:not([type=checkbox]), textarea, select') !== null;

/** The keys of the sheet in which a submission is reviewed. Another dialog on top of it gets none of them. */
export function useSheetKeys(keys: SheetKeys): void {
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (document.querySelectorAll('dialog[open]').length > 1) return;
      const isCommand = event.ctrlKey || event.metaKey;
      const form = (event.target as HTMLElement).closest('form');
      if (isCommand && event.key === 'Enter' && form && !form.matches('.sheet-foot')) {
        // A message to the sender is sent from its own form.
        event.preventDefault();
        form.requestSubmit();
        return;
      }
      const act =
        isCommand && event.key === 'Enter'
          ? keys.saveAndGoOn
          : isCommand || event.altKey || isTyping(event.target)
            ? undefined
            : actOf(event.key, keys);
      if (!act) return;
      event.preventDefault();
      act();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

function actOf(key: string, keys: SheetKeys): (() => void) | undefined {
  const status = keys.statuses[Number(key) - 1];
  if (status !== undefined) return () => keys.chooseStatus(status);
  if (key === 'n') return () => document.getElementById('review-notes')?.focus();
  return { m: keys.makeMine, j: keys.next, k: keys.previous, '/': keys.search }[key];
}
