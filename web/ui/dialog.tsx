import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { keepFocus } from './keep-focus.ts';

interface DialogProps {
  title: string;
  onClose(): void;
  /** Above the title: a picture, say. */
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

  // Before it leaves the document, or the focus could not be given back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // What is there to be read is read from its title on; what asks for something, from its first field,
    // or from the answer that changes nothing.
    const asks = size === 'sheet' ? null : dialog?.querySelector<HTMLElement>(firstQuestion);
    (asks ?? dialog?.querySelector<HTMLElement>('h2'))?.focus();
    return () => {
      dialog?.close();
      // Opened by its address or by key, there is nothing to give the focus back to.
      keepFocus('[data-selected] .act button');
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
        // The focus is back only once whoever opened it knows: the next key may open it again.
        event.preventDefault();
        onClose();
      }}
      // Escape cannot always be held back.
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
          <h2 className="d3" id={titleId} tabIndex={-1}>
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
