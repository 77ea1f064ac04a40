import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { restoreFocus } from './restore-focus.ts';

interface DialogProps {
  title: string;
  onClose(): void;
  /** A picture above the title. */
  header?: ReactNode;
  /** Between the header and the title. */
  above?: ReactNode;
  /** Between the title and all the rest. */
  below?: ReactNode;
  size?: 'small' | 'wide' | 'sheet';
  children: ReactNode;
}

const firstQuestion = 'form :is(input:not([hidden]), select, textarea), .acts button';

/** The browser's own modal dialog: it keeps the focus, closes on Escape, and gives the focus back. */
export function Dialog({ title, onClose, header, above, below, size, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  // A layout effect: its clean-up closes the dialog while it is still in the document, so the browser can restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // A sheet is for reading and starts at its title; other dialogs start at the first field or the harmless button.
    const asks = size === 'sheet' ? null : dialog?.querySelector<HTMLElement>(firstQuestion);
    (asks ?? dialog?.querySelector<HTMLElement>('h2'))?.focus();
    return () => {
      dialog?.close();
      // The browser cannot restore the focus when the address opened the dialog, or the row is gone.
      restoreFocus('[data-selected] .act button');
    };
  }, [size]);
  const pressedOutside = useRef(false);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is on what lies behind
    <dialog
      ref={ref}
      className={size ? `dialog dialog-${size}` : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Closes by the parent's state: the next key may open the dialog again.
        event.preventDefault();
        onClose();
      }}
      // Chromium closes on a second Escape even when the first was prevented.
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
