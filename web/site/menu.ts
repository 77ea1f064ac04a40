import { type FocusEvent, type MouseEvent, useEffect, useRef } from 'react';

/**
 * Closes a popover menu when one of its links is followed, when the focus leaves it, and when the path changes. The
 * browser itself opens the menu, and closes it on Escape and on a click elsewhere, so it works without scripts.
 */
export function useMenu(path: string) {
  const menu = useRef<HTMLElement>(null);
  const close = () => {
    menu.current?.togglePopover(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is the clean-up, which runs when the path changes
  useEffect(() => close, [path]);
  return {
    menu,
    /** Event handlers for the parent of button and menu. */
    containerProps: {
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
      },
      onClick({ target }: MouseEvent) {
        if ((target as Element).closest('a')) close();
      },
    },
  };
}
