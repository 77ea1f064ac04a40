import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { restoreFocus } from './restore-focus.ts';

interface DialogProps {
  title: string;
  onClose(): void;
  /** A picture at the top of the dialog. */
  header?: ReactNode;
  /** Content between the header and the title. */
  above?: ReactNode;
  /** Content between the title and the children. */
  below?: ReactNode;
  size?: 'small' | 'wide' | 'sheet';
  children: ReactNode;
}

const firstQuestion = 'form :is(input:not([hidden]), select, textarea), .acts button';

/** Shows the browser's modal dialog, which keeps the focus inside, closes on Escape, and then restores the focus. */
export function Dialog({ title, onClose, header, above, below, size, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // The clean-up of a layout effect closes the dialog while it is still in the document, so the browser can restore the
  // focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // A sheet is for reading, so its title gets the focus. Other dialogs focus their first field or their first button.
    const asks = size === 'sheet' ? null : dialog?.querySelector<HTMLElement>(firstQuestion);
    (asks ?? dialog?.querySelector<HTMLElement>('h2'))?.focus();
    return () => {
      dialog?.close();
      // The browser cannot restore the focus when the URL opened the dialog, or when the row with the button is gone.
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
        // Lets the parent close the dialog. The browser would fire `close` later, when a key may have opened it again.
        event.preventDefault();
        onClose();
      }}
      // Chromium closes the dialog on a second Escape even if the first was prevented, so the parent must be told.
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
