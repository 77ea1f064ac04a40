import { lazy, Suspense, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { ErrorBoundary } from './error-boundary.tsx';
import { toastParent } from './toast-parent.ts';
import { dismissToast, type ToastMessage, useToast } from './toasts.ts';

const load = () => import('./toaster.tsx');
const Toaster = lazy(load);

/** Shows toasts. Their code is fetched with the first toast, or earlier with `prepareToasts`. */
export function ToastOutlet() {
  const toast = useToast();
  return toast ? (
    <ErrorBoundary fallback={() => <PlainToast toast={toast} />}>
      <Suspense>
        <Toaster />
      </Suspense>
    </ErrorBoundary>
  ) : null;
}

/** Shows the message at the top, if the code of the Toaster cannot be fetched. Clicks pass through it. */
function PlainToast({ toast: { id, tone, title, text, open } }: { toast: ToastMessage }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), 5000);
    return () => clearTimeout(timer);
  }, [id]);
  if (!open) return null;
  return createPortal(
    <div className="toasts toasts-plain" role="alert">
      <div className="toast" data-tone={tone}>
        <b>{title}</b>
        <p>{text}</p>
      </div>
    </div>,
    toastParent(),
  );
}

/** Prefetches the code of the Toaster. Ignores a failure: without that code `ToastOutlet` shows a `PlainToast`. */
export const prepareToasts = () => {
  load().catch(() => {});
};
