import { type FocusEvent, type MouseEvent, useEffect, useRef } from 'react';

/**
 * Closes a popover menu when one of its links is followed, when the focus moves out of it, and when another page is
 * shown. Opening it, Escape and a press elsewhere are the browser's part, so a menu works before hydration and without
 * scripts.
 */
export function useMenu(path: string) {
  const menu = useRef<HTMLElement>(null);
  const close = () => {
    menu.current?.togglePopover(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes when the path changes
  useEffect(() => close, [path]);
  return {
    menu,
    /** For the element around the button and the menu. */
    around: {
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
      },
      onClick({ target }: MouseEvent) {
        if ((target as Element).closest('a')) close();
      },
    },
  };
}
