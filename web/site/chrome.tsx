import { type ReactNode, useEffect } from 'react';
import { ToastOutlet } from '../ui/toast-outlet.tsx';
import { dismissCurrentToast } from '../ui/toasts.ts';
import { Banner } from './banner.tsx';
import { Footer } from './footer.tsx';
import { Nav } from './nav.tsx';

/** The parts around every public page. */
export function Chrome({ path, children }: { path: string; children: ReactNode }) {
  // `dismissCurrentToast` is the cleanup of the effect: it runs when the path changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => dismissCurrentToast, [path]);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Banner />
      <Nav path={path} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <ToastOutlet />
    </>
  );
}
