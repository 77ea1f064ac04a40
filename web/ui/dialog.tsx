import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';

interface DialogProps {
  title: string;
  onClose(): void;
  /** Above the title: a picture, say. */
  header?: ReactNode;
  /** Between the header and the title. */
  above?: ReactNode;
  size?: 'small' | 'wide' | 'sheet';
  children: ReactNode;
}

/** The browser's own modal dialog: it keeps the focus, closes on Escape, and gives the focus back. */
export function Dialog({ title, onClose, header, above, size, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // A sheet is there to be read: from its title on, not from its first button.
    if (size === 'sheet') dialog?.querySelector<HTMLElement>('h2')?.focus();
    return () => dialog?.close();
  }, [size]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is on what lies behind
    <dialog
      ref={ref}
      className={size ? `dialog dialog-${size}` : 'dialog'}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {header}
      <div className="dialog-body">
        {above}
        <h2 className="d3" id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
      <Button variant="ghost" icon className="dialog-close" aria-label="Close" onClick={onClose}>
        <X className="i" aria-hidden="true" />
      </Button>
    </dialog>
  );
}
