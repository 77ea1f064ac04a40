import { lazy, Suspense, useEffect } from 'react';
import { useToast } from './toasts.ts';

const load = () => import('./toaster.tsx');
const Toaster = lazy(load);

/** Where toasts appear. Their code is fetched when a page may need it, or at the first toast. */
export function ToastOutlet() {
  const toast = useToast();
  return toast ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}

/** For pages that will have something to say. */
export function usePreparedToasts(): void {
  useEffect(() => {
    load();
  }, []);
}
