import { lazy, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { type ToastMessage, useToast } from './toasts.ts';

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
function PlainToast({ toast }: { toast: ToastMessage }) {
  return (
    <div className="toasts" role="alert">
      <div className="toast" data-tone={toast.tone}>
        <b>{toast.title}</b>
        <p>{toast.text}</p>
      </div>
    </div>
  );
}

/** For those who will have something to say in a moment. A failure shows when they say it. */
export const prepareToasts = () => {
  load().catch(() => {});
};
