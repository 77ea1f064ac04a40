import { lazy, Suspense } from 'react';
import { useToast } from './toasts.ts';

const load = () => import('./toaster.tsx');
const Toaster = lazy(load);

/** Where toasts appear. Their code is fetched when somebody is about to need it. */
export function ToastOutlet() {
  const toast = useToast();
  return toast ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}

/** For those who will have something to say in a moment. A failure shows when they say it. */
export const prepareToasts = () => {
  load().catch(() => {});
};
