import { useLayoutEffect, useRef, useState } from 'react';

/** Stores the ids of the rows that staff have chosen, to change or delete them together. */
export function useChosen(ids: string[], filter: string) {
  const [state, setState] = useState<{ filter: string; ids: ReadonlySet<string> }>();
  const lastToggled = useRef<string>(undefined);
  // A new filter resets the choice. `chosen` leaves out rows that are no longer in the list.
  const storedIds = state?.filter === filter ? state.ids : undefined;
  const chosen = ids.filter((id) => storedIds?.has(id));
  const choose = (next: Iterable<string>) => setState({ filter, ids: new Set(next) });

  return {
    ids: chosen,
    has: (id: string) => storedIds?.has(id) === true,
    /** Toggles a row. With `isRange`, chooses all rows from the last toggled row to this one. */
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

/** x toggles the row of the cursor, Shift+X chooses all rows from the last toggled row to it, Escape chooses none. */
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
