import { useLayoutEffect } from 'react';

interface SheetKeys {
  /** The keys 1, 2, 3 and so on choose these statuses. */
  statuses: readonly string[];
  chooseStatus(status: string): void;
  makeMine(): void;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
  saveAndGoOn(): void;
  /** Closes the sheet and focuses the search field of the list. */
  search(): void;
}

const isTyping = (target: EventTarget | null) =>
  (target as HTMLElement).closest('input:not([type=checkbox]), textarea, select') !== null;

/** The keyboard shortcuts of the review sheet. They do nothing while another dialog is open above the sheet. */
export function useSheetKeys(keys: SheetKeys): void {
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (document.querySelectorAll('dialog[open]').length > 1) return;
      const isCommand = event.ctrlKey || event.metaKey;
      const form = (event.target as HTMLElement).closest('form');
      if (isCommand && event.key === 'Enter' && form && !form.matches('.sheet-foot')) {
        // Ctrl+Enter or Cmd+Enter submits a form that is not the review, such as the message to the sender.
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
  if (key === 'n') return () => document.getElementById('notes')?.focus();
  return { m: keys.makeMine, j: keys.next, k: keys.previous, '/': keys.search }[key];
}
