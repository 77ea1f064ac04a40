import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { restoreFocus } from './restore-focus.ts';

interface DialogProps {
  title: string;
  onClose(): void;
  /** Content at the top of the dialog, such as a picture. */
  header?: ReactNode;
  /** Content between the header and the title. */
  above?: ReactNode;
  /** Content between the title and the children. */
  below?: ReactNode;
  size?: 'small' | 'wide' | 'sheet';
  children: ReactNode;
}

const controlsToFocus = 'form :is(input:not([hidden]), select, textarea), .acts button';

/** Shows a native modal dialog, which traps the focus, closes on Escape, and restores the focus when it closes. */
export function Dialog({ title, onClose, header, above, below, size, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // The clean-up of a layout effect runs while the dialog is still in the document, so the browser can restore the
  // focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // A sheet is for reading, so its title gets the focus. Other dialogs focus their first field or action button.
    const firstControl =
      size === 'sheet' ? null : dialog?.querySelector<HTMLElement>(controlsToFocus);
    (firstControl ?? dialog?.querySelector<HTMLElement>('h2'))?.focus();
    return () => {
      dialog?.close();
      // The browser cannot restore the focus if the URL opened the dialog, or if the button that opened it is gone.
      restoreFocus('[data-selected] .act button');
    };
  }, [size]);
  const pressedOutside = useRef(false);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop, and Escape closes the dialog too
    <dialog
      ref={ref}
      className={size ? `dialog dialog-${size}` : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // The parent closes the dialog. The browser would fire `close` later, when a key press may have reopened it.
        event.preventDefault();
        onClose();
      }}
      // Chromium closes the dialog on a second Escape even if the first was prevented. This tells the parent.
      onClose={({ currentTarget: { isConnected, open } }) => isConnected && !open && onClose()}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && pressedOutside.current) onClose();
      }}
    >
      {header}
      <div className="dialog-body">
        <div className="dialog-head">
          {above}
          <h2 className="d3" id={titleId} tabIndex={-1} dir="auto">
            {title}
          </h2>
          {below}
        </div>
        {children}
      </div>
      <Button variant="ghost" icon className="dialog-close" aria-label="Close" onClick={onClose}>
        <X className="i" aria-hidden="true" />
      </Button>
    </dialog>
  );
}
