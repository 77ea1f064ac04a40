import { useEffect, useRef, useState } from 'react';
import { restoreFocus } from '../../ui/restore-focus.ts';

interface ListCursor {
  /** The rows that the filter shows, in order. */
  ids: string[];
  /** The row whose sheet is open. */
  openId: string | undefined;
  /** Makes sure that the row at this index is rendered. */
  reach(index: number): void;
}

/**
 * The keyboard cursor of a list; returns the id of its row. The keys j, k and the arrows move it, and it follows the
 * focus and the open sheet. Closing the sheet focuses the row that was open last. When the row of the cursor leaves
 * the list, the cursor moves to the row at the same index.
 */
export function useListCursor({ ids, openId, reach }: ListCursor): string | undefined {
  const [current, setCurrent] = useState<string>();
  const cursor = useRef({ index: 0, control: 'button', wantsFocus: false });

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const target = event.target as HTMLElement;
      if (target.closest('input, textarea, select, dialog, [role=menu]')) return;
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
      if (!step || ids.length === 0) return;
      event.preventDefault();
      const from = current ? ids.indexOf(current) : step > 0 ? -1 : 0;
      const index = Math.min(ids.length - 1, Math.max(0, from + step));
      reach(index);
      cursor.current.control = 'button';
      cursor.current.wantsFocus = true;
      setCurrent(ids[index]);
    }
    function onFocus({ target }: FocusEvent) {
      const row = (target as HTMLElement).closest<HTMLElement>('.list [data-id]');
      // Between two sheets the browser gives the focus back to the row that the first one was opened from.
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
  }, [ids, openId, current, reach]);

  const lastOpen = useRef<string>(undefined);
  useEffect(() => {
    if (openId === lastOpen.current) return;
    if (openId === undefined)
      cursor.current = { ...cursor.current, control: 'button', wantsFocus: true };
    else if (ids.includes(openId)) {
      reach(ids.indexOf(openId));
      setCurrent(openId);
    }
    lastOpen.current = openId;
  }, [openId, ids, reach]);

  useEffect(() => {
    const index = current === undefined ? -1 : ids.indexOf(current);
    if (index >= 0) cursor.current.index = index;
    if (openId) return;
    const isGone = current !== undefined && index < 0;
    const id = isGone ? ids[Math.min(cursor.current.index, ids.length - 1)] : current;
    const hasLostFocus = isGone && document.activeElement === document.body;
    if (isGone) setCurrent(id);
    if (!cursor.current.wantsFocus && !hasLostFocus) return;
    cursor.current.wantsFocus = false;
    if (id === undefined) restoreFocus();
    else focusRow(id, cursor.current.control);
  });

  return current;
}

function focusRow(id: string, control: string): void {
  const row = document.querySelector(`.list [data-id="${CSS.escape(id)}"]`);
  row?.scrollIntoView({ block: 'nearest' });
  row?.querySelector<HTMLElement>(`.act ${control}`)?.focus({ preventScroll: true });
}
