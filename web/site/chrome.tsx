import type { ReactNode } from 'react';
import { ToastOutlet } from '../ui/toast-outlet.tsx';
import { Banner } from './banner.tsx';
import { Footer } from './footer.tsx';
import { Nav } from './nav.tsx';

/** What every public page stands in. */
export function Chrome({ path, children }: { path: string; children: ReactNode }) {
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
