import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { restoreFocus } from '../../ui/restore-focus.ts';

/** The row that gets the cursor when more rows have arrived. `next` is the first of the rows added at the end. */
type Landing = 'first' | 'last' | 'next';

interface ListCursorOptions {
  /** The ids of the loaded rows, in order. */
  ids: string[];
  openId: string | undefined;
  /** Loads the rows after the last (1) or before the first (-1). Returns undefined if there are no such rows. */
  beyond(direction: 1 | -1): Landing | undefined;
}

interface ListCursor {
  current: string | undefined;
  /** Moves the cursor as soon as the rows that are being loaded have arrived. */
  land(landing: Landing): void;
}

/**
 * The keyboard cursor of a list. The keys j and k and the arrow keys move the cursor, also beyond the loaded rows. The
 * cursor follows the focus and the open sheet. Closing the sheet focuses the row of the cursor. When the row of the
 * cursor leaves the list, the cursor moves to the row that is now at the same index, or to the last row.
 */
export function useListCursor({ ids, openId, beyond }: ListCursorOptions): ListCursor {
  const [current, setCurrent] = useState<string>();
  const cursor = useRef({ index: 0, control: 'button', wantsFocus: false });
  const landing = useRef<{ to: Landing; from: string[] }>(undefined);
  const land = (to: Landing) => {
    landing.current = { to, from: ids };
  };

  // A layout effect runs before the browser paints, so that the keys work as soon as rows are visible.
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      if (target.closest('input:not([type=checkbox]), textarea, select, dialog, [role=menu]'))
        return;
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
      if (!step || ids.length === 0) return;
      event.preventDefault();
      const from = current ? ids.indexOf(current) : step > 0 ? -1 : 0;
      const index = from + step;
      const to = ids[index] === undefined ? beyond(step > 0 ? 1 : -1) : undefined;
      landing.current = to && { to, from: ids };
      cursor.current.control = 'button';
      cursor.current.wantsFocus = true;
      setCurrent(ids[Math.min(ids.length - 1, Math.max(0, index))]);
    }
    function onFocus({ target }: FocusEvent) {
      const row = (target as HTMLElement).closest<HTMLElement>('.list [data-id]');
      // When one sheet replaces another, the closing dialog returns the focus to the row that it was opened from. This
      // focus must not move the cursor.
      if (!row || openId) return;
      cursor.current.control = (target as HTMLElement).matches('select') ? 'select' : 'button';
      setCurrent(row.dataset.id);
    }
    addEventListener('keydown', onKey);
    document.addEventListener('focusin', onFocus);
    return () => {
      removeEventListener('keydown', onKey);
      document.removeEventListener('focusin', onFocus);
    };
  }, [ids, openId, current, beyond]);

  const lastOpen = useRef<string>(undefined);
  useEffect(() => {
    if (openId === lastOpen.current) return;
    if (openId === undefined)
      cursor.current = { ...cursor.current, control: 'button', wantsFocus: true };
    else if (ids.includes(openId)) setCurrent(openId);
    lastOpen.current = openId;
  }, [openId, ids]);

  useEffect(() => {
    const landed = landing.current && landedOn(landing.current, ids);
    if (landed !== undefined) {
      landing.current = undefined;
      cursor.current.wantsFocus = true;
      setCurrent(landed);
    }
    const at = landed ?? current;
    const index = at === undefined ? -1 : ids.indexOf(at);
    if (index >= 0) cursor.current.index = index;
    if (openId) return;
    const isGone = at !== undefined && index < 0;
    const id = isGone ? ids[Math.min(cursor.current.index, ids.length - 1)] : at;
    const hasLostFocus = isGone && document.activeElement === document.body;
    if (isGone) setCurrent(id);
    if (!cursor.current.wantsFocus && !hasLostFocus) return;
    cursor.current.wantsFocus = false;
    if (id === undefined) restoreFocus();
    else focusRow(id, cursor.current.control);
  });

  return { current, land };
}

/** Returns the row that gets the cursor; undefined while the new rows have not arrived. */
function landedOn({ to, from }: { to: Landing; from: string[] }, ids: string[]) {
  if (to === 'next') {
    // The last row may have left the list in the meantime.
    const last = from.findLast((id) => ids.includes(id));
    return last === undefined ? ids[0] : ids[ids.indexOf(last) + 1];
  }
  return ids[0] === from[0] ? undefined : ids.at(to === 'first' ? 0 : -1);
}

function focusRow(id: string, control: string): void {
  const row = document.querySelector(`.list [data-id="${CSS.escape(id)}"]`);
  row?.scrollIntoView({ block: 'nearest' });
  row?.querySelector<HTMLElement>(`.act ${control}`)?.focus({ preventScroll: true });
}
