import { useLayoutEffect, useRef, useState } from 'react';

/** The rows of a list that staff have chosen, to change or delete all of them. */
export function useChosen(ids: string[], filter: string) {
  const [state, setState] = useState<{ filter: string; ids: ReadonlySet<string> }>();
  const lastToggled = useRef<string>(undefined);
  // Another filter starts anew; rows that have left the list are not chosen any more.
  const known = state?.filter === filter ? state.ids : undefined;
  const chosen = ids.filter((id) => known?.has(id));
  const choose = (next: Iterable<string>) => setState({ filter, ids: new Set(next) });

  return {
    ids: chosen,
    has: (id: string) => known?.has(id) === true,
    /** Chooses a row, or no longer. With `isRange` also all rows from the one before on. */
    toggle(id: string, isRange = false) {
      const next = new Set(chosen);
      const from = isRange ? ids.indexOf(lastToggled.current ?? '') : -1;
      if (from >= 0) {
        const to = ids.indexOf(id);
        for (const each of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each);
      } else if (!next.delete(id)) next.add(id);
      lastToggled.current = id;
      choose(next);
    },
    all: () => choose(ids),
    none: () => choose([]),
  };
}

export type Chosen = ReturnType<typeof useChosen>;

/** The key x chooses the row of the cursor; Escape chooses none. */
export function useChoosingKeys(chosen: Chosen, current: string | undefined): void {
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (target.closest('dialog, [role=menu], textarea, select, input:not([type=checkbox])')) {
        return;
      }
      if (event.key === 'Escape' && chosen.ids.length > 0) chosen.none();
      if (event.key.toLowerCase() === 'x' && current) chosen.toggle(current, event.shiftKey);
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
