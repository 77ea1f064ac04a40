import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { buttonClass } from './button.tsx';
import { dismissToast, useToast } from './toasts.ts';

/** Bottom right, one at a time, for 5 s; swiped away to the right, reached by F8. */
export default function Toaster() {
  const toast = useToast();
  const place = usePlace(toast?.id);
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {toast && (
        <Toast.Root
          key={toast.id}
          className="toast"
          data-tone={toast.tone}
          open={toast.open}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
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
      {createPortal(<Toast.Viewport className="toasts" hotkey={['F8']} />, place)}
    </Toast.Provider>
  );
}

/**
 * A modal dialog covers everything else, and makes it deaf: while one is open a toast belongs inside it, and
 * outlives it.
 */
function usePlace(toastId: number | undefined): Element {
  const [place, setPlace] = useState<Element>(topmost);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast looks anew
  useEffect(() => {
    const look = () => setPlace(topmost());
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

const topmost = (): Element =>
  [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
