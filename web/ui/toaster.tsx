import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { buttonClass } from './button.tsx';
import { dismissToast, useToast } from './toasts.ts';

/** Bottom right, one at a time, for 5 s; swiped away to the right, reached by F8. */
export default function Toaster() {
  const toast = useToast();
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
      <Toast.Viewport className="toasts" hotkey={['F8']} />
    </Toast.Provider>
  );
}
