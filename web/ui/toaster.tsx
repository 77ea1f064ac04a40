import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { buttonClass } from './button.tsx';
import { dismissToast, toastPlace, useToast } from './toasts.ts';

/** Bottom right, one at a time, for 5 s; swiped away to the right, reached by F8. */
export default function Toaster() {
  const toast = useToast();
  const place = usePlace(toast?.id);
  const viewport = useRef<HTMLOListElement>(null);
  /** Where the keyboard was before it came here by F8. */
  const from = useRef<HTMLElement>(null);
  const hasFocus = () => viewport.current?.contains(document.activeElement);

  function dismiss(id: number) {
    if (hasFocus()) from.current?.focus();
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
            // Or the dialog that it is shown in would close with it.
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
              from.current = relatedTarget as HTMLElement | null;
            }
          }}
        />,
        place,
      )}
    </Toast.Provider>
  );
}

/** It outlives the dialog that it is shown in. */
function usePlace(toastId: number | undefined): Element {
  const [place, setPlace] = useState<Element>(toastPlace);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast looks anew
  useEffect(() => {
    const look = () => setPlace(toastPlace());
    look();
    // Dialogs come and go; their events do not bubble.
    document.addEventListener('close', look, true);
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('close', look, true);
      watch.disconnect();
    };
  }, [toastId]);
  return place;
}
