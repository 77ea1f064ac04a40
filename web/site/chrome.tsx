import { type ReactNode, useEffect } from 'react';
import { ToastOutlet } from '../ui/toast-outlet.tsx';
import { dismissCurrentToast } from '../ui/toasts.ts';
import { Banner } from './banner.tsx';
import { Footer } from './footer.tsx';
import { Nav } from './nav.tsx';

/** Shows a public page between the navigation and the footer. */
export function Chrome({ path, children }: { path: string; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup dismisses the toast when the path changes
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
