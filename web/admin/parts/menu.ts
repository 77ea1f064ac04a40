import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

interface Menu {
  open: boolean;
  setOpen(open: boolean): void;
  button: RefObject<HTMLButtonElement | null>;
  /** Props for the element that contains both the button and the menu. */
  containerProps: { ref: RefObject<HTMLDivElement | null>; onBlur(event: FocusEvent): void };
}

/** Manages a menu that a button opens. Escape, a press elsewhere, tabbing out and navigation close the menu. */
export function useMenu(path: string): Menu {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the path changes
  useEffect(() => setOpen(false), [path]);

  useEffect(() => {
    if (!open) return;
    const onPress = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      // Escape closes only the innermost menu around the focus, because its `element` gets the event first.
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      const hadFocus = box.current?.contains(document.activeElement);
      // Renders the closed menu before the focus moves: the button of the sidebar is inert while the sidebar is open.
      flushSync(() => setOpen(false));
      if (hadFocus) button.current?.focus();
    };
    const { current: element } = box;
    addEventListener('pointerdown', onPress);
    addEventListener('keydown', onKey);
    element?.addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onPress);
      removeEventListener('keydown', onKey);
      element?.removeEventListener('keydown', onKey);
    };
  }, [open]);

  function onBlur(event: FocusEvent) {
    const { relatedTarget } = event;
    if (relatedTarget && !event.currentTarget.contains(relatedTarget)) setOpen(false);
  }

  return { open, setOpen, button, containerProps: { ref: box, onBlur } };
}
