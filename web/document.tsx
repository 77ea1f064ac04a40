import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Router } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { type Reads, ReadsContext } from './api/reads.ts';
import { displayFile, rulesOfFaces } from './fonts/faces.ts';
import { jsonForHtml, OriginContext } from './head.tsx';
import { PrefetchContext, revisits } from './link.tsx';
import { type Outcome, PageFrame } from './page-frame.tsx';
import { matchRoute, prefetcher } from './routes.tsx';
import { Chrome } from './site/chrome.tsx';
import { ThemeProvider } from './theme.tsx';
import { ToastOutlet } from './ui/toast-outlet.tsx';

/** What the server tells the browser, as JSON in the page: enough to take over without asking again. */
export interface PageState {
  path: string;
  /** The query, as the address has it: a filtered list arrives filtered. */
  search: string;
  outcome: Outcome;
  origin: string;
  scripts: string[];
  /** The chunks of this page, fetched along with the first script. */
  preload: string[];
  styles: string[];
  /** What was read, by path. */
  known: Record<string, unknown>;
}

/** The whole page, from <html> down. The server renders it, the browser takes it over. */
export function Document({ state, reads }: { state: PageState; reads: Reads }) {
  return (
    <html lang="en" data-theme="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server puts its own script here */}
        <script dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server puts the style sheet here */}
        <style dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
        <link
          rel="preload"
          as="font"
          type="font/woff2"
          href={displayFile}
          crossOrigin="anonymous"
        />
        <noscript>
          <style>{rulesOfFaces}</style>
        </noscript>
        {state.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <meta name="modules" content={state.preload.join(' ')} />
        <meta name="scripts" content={state.scripts.join(' ')} />
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="alternate" type="application/atom+xml" title="Blog" href="/blog/feed.xml" />
      </head>
      <body>
        <ReadsContext value={reads}>
          <OriginContext value={state.origin}>
            <ThemeProvider>
              <Router ssrPath={state.path} ssrSearch={state.search}>
                <Site first={state} reads={reads} />
              </Router>
            </ThemeProvider>
          </OriginContext>
        </ReadsContext>
        <script
          id="state"
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, with every "<" escaped
          dangerouslySetInnerHTML={{ __html: jsonForHtml(state) }}
          suppressHydrationWarning
        />
      </body>
    </html>
  );
}

function Site({ first, reads }: { first: PageState; reads: Reads }) {
  // As it stands in the address bar: the router's own would be decoded, and differ from the server's.
  const path = usePathname({ ssrPath: first.path });
  const match = matchRoute(path);
  // All at once: a page that asks one by one would wait for each in turn.
  if (path !== first.path) {
    const search = new URLSearchParams(location.search);
    for (const source of match.route.reads(match.params, search)) reads.prefetch(source.path);
  }
  const prefetch = useMemo(() => prefetcher(reads), [reads]);
  const visit = useVisits();
  const Frame = match.route.isBare ? Bare : Chrome;
  return (
    <PrefetchContext value={prefetch}>
      <Frame path={path}>
        <PageFrame
          key={match.route.isBare ? match.route.pattern : `${path} ${visit}`}
          {...match}
          outcome={path === first.path ? first.outcome : 'ready'}
        />
      </Frame>
    </PrefetchContext>
  );
}

/** How often somebody asked for the page that was there already. */
function useVisits(): number {
  const [visits, setVisits] = useState(0);
  useEffect(() => {
    const again = () => setVisits((count) => count + 1);
    revisits.addEventListener('revisit', again);
    return () => revisits.removeEventListener('revisit', again);
  }, []);
  return visits;
}

function Bare({ children }: { path: string; children: ReactNode }) {
  return (
    <>
      {children}
      <ToastOutlet />
    </>
  );
}
