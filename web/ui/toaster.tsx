import * as Toast from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { buttonClass } from './button.tsx';
import { useToastPosition } from './toast-position.ts';
import { dismissToast, useToast } from './toasts.ts';

/** Shows one toast at a time, for 5 s. A swipe to the right dismisses it; F8 focuses it. */
export default function Toaster() {
  const toast = useToast();
  const { parent, box: viewport } = useToastPosition<HTMLOListElement>(toast?.id);
  /** The element that had the focus before the toast got it. */
  const previousFocus = useRef<HTMLElement>(null);
  const hasFocus = () => viewport.current?.contains(document.activeElement);

  function dismiss(id: number) {
    if (hasFocus()) previousFocus.current?.focus();
    dismissToast(id);
  }
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {toast && (
        <Toast.Root
          key={toast.id}
          className="toast"
          data-tone={toast.tone}
          open={toast.open}
          onOpenChange={(open) => !open && dismiss(toast.id)}
          onEscapeKeyDown={(event) => {
            if (!hasFocus()) return;
            // Escape must not also close the dialog around the toast.
            event.preventDefault();
            dismiss(toast.id);
          }}
        >
          {toast.tone === 'success' ? (
            <CircleCheck className="i" aria-hidden="true" />
          ) : (
            <CircleAlert className="i" aria-hidden="true" />
          )}
          <Toast.Title asChild>
            <b>{toast.title}</b>
          </Toast.Title>
          <Toast.Description asChild>
            <p>{toast.text}</p>
          </Toast.Description>
          {toast.act && (
            <Toast.Action
              className={`${buttonClass({ small: true })} toast-act`}
              altText={toast.act.label}
              onClick={toast.act.run}
            >
              {toast.act.label}
            </Toast.Action>
          )}
          <Toast.Close
            className={buttonClass({ variant: 'ghost', icon: true, small: true })}
            aria-label="Dismiss"
          >
            <X className="i" aria-hidden="true" />
          </Toast.Close>
        </Toast.Root>
      )}
      {createPortal(
        <Toast.Viewport
          ref={viewport}
          className="toasts"
          hotkey={['F8']}
          onFocus={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) {
              previousFocus.current = relatedTarget as HTMLElement | null;
            }
          }}
        />,
        parent,
      )}
    </Toast.Provider>
  );
}
