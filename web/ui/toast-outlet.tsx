import { lazy, Suspense, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { ErrorBoundary } from './error-boundary.tsx';
import { dismissToast, type ToastMessage, toastPlace, useToast } from './toasts.ts';

const load = () => import('./toaster.tsx');
const Toaster = lazy(load);

/** Where toasts appear. Their code is fetched when somebody is about to need it. */
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

/** Where even the toasts' own code cannot be had: the message is what counts. */
function PlainToast({ toast: { id, tone, title, text, open } }: { toast: ToastMessage }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), 5000);
    return () => clearTimeout(timer);
  }, [id]);
  if (!open) return null;
  return createPortal(
    <div className="toasts" role="alert">
      <div className="toast" data-tone={tone}>
        <b>{title}</b>
        <p>{text}</p>
      </div>
    </div>,
    toastPlace(),
  );
}

/** For those who will have something to say in a moment. A failure shows when they say it. */
export const prepareToasts = () => {
  load().catch(() => {});
};
