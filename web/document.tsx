import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Router } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { type QueryCache, QueryCacheContext } from './api/query-cache.ts';
import { TodayContext } from './day.tsx';
import displayFace from './fonts/hedvig-basic.woff2?url';
import { jsonForHtml, OriginContext } from './head.tsx';
import { PrefetchContext, revisits } from './link.tsx';
import { type FirstLoadOutcome, PageFrame } from './page-frame.tsx';
import { matchRoute, prefetcher } from './routes.tsx';
import { Chrome } from './site/chrome.tsx';
import { ToastOutlet } from './ui/toast-outlet.tsx';

/** The state for hydration. It is in the page as JSON, so that the browser needs no second request. */
export interface PageState {
  path: string;
  /** The query string. It selects what a list shows. */
  search: string;
  outcome: FirstLoadOutcome;
  origin: string;
  /** The date of the server's rendering, as YYYY-MM-DD in UTC. */
  today: string;
  scripts: string[];
  /** The chunks of this page. head-script.ts adds a `modulepreload` link for each. */
  preload: string[];
  styles: string[];
  /** API responses by path. */
  known: Record<string, unknown>;
}

export function Document({ state, cache }: { state: PageState; cache: QueryCache }) {
  return (
    <html lang="en" data-theme="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server puts head-script.ts here */}
        <script dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server puts the style sheet here */}
        <style dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
        <link
          rel="preload"
          as="font"
          type="font/woff2"
          href={displayFace}
          crossOrigin="anonymous"
        />
        {state.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <meta name="modules" content={state.preload.join(' ')} />
        <meta name="scripts" content={state.scripts.join(' ')} />
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="alternate" type="application/atom+xml" title="Lab" href="/feed.xml" />
        <link rel="alternate" type="application/atom+xml" title="Blog" href="/blog/feed.xml" />
      </head>
      <body>
        <QueryCacheContext value={cache}>
          <OriginContext value={state.origin}>
            <TodayContext value={state.today}>
              <Router ssrPath={state.path} ssrSearch={state.search}>
                <Site first={state} cache={cache} />
              </Router>
            </TodayContext>
          </OriginContext>
        </QueryCacheContext>
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

function Site({ first, cache }: { first: PageState; cache: QueryCache }) {
  // `usePathname` returns the raw path, as `first.path` is. The router's `useLocation` would decode the path.
  const path = usePathname({ ssrPath: first.path });
  const match = matchRoute(path);
  // Starts all queries of the page in parallel. Otherwise components would suspend one after the other.
  if (path !== first.path) {
    const search = new URLSearchParams(location.search);
    for (const source of match.route.sources(match.params, search)) cache.prefetch(source.path);
  }
  const prefetch = useMemo(() => prefetcher(cache), [cache]);
  const visit = useVisits();
  const Frame = match.route.isBare ? Bare : Chrome;
  return (
    <PrefetchContext value={prefetch}>
      {/* The server caches a single 404 page for all unknown paths, so its navigation must not depend on the path. */}
      <Frame path={match.route.isNotFound ? '' : path}>
        <PageFrame
          key={match.route.isBare ? match.route.pattern : `${path} ${visit}`}
          {...match}
          outcome={path === first.path ? first.outcome : 'ready'}
        />
      </Frame>
    </PrefetchContext>
  );
}

/**
 * Counts the clicks on links to the current path without a hash. The count is in the key of public pages, so each click
 * remounts the page.
 */
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
