import { Suspense, useEffect, useState } from 'react';
import { statusOf } from './api/client.ts';
import { useReads } from './api/reads.ts';
import { showTarget } from './link.tsx';
import type { Match } from './routes.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';

/** How the server fared with the first page: its data was there, was not there, or could not be had. */
export type Outcome = 'ready' | 'missing' | 'failed';

interface FrameProps extends Match {
  outcome: Outcome;
}

/** A page, or what stands in for it: while it loads, when it fails, when there is no such thing. */
export function PageFrame({ route, params, outcome }: FrameProps) {
  const { Page, Loading, Failure, Missing = Failure } = route;
  const reads = useReads();
  // What failed earlier, perhaps while it was only fetched ahead, is asked for anew on arrival.
  function retry() {
    reads.retry();
    route.retry();
  }
  useState(retry);
  const [retried, setRetried] = useState(false);
  const state = retried ? 'ready' : outcome;
  if (state === 'missing') return <Missing onRetry={() => {}} />;
  if (state === 'failed') return <Failure onRetry={() => setRetried(true)} />;
  return (
    <ErrorBoundary
      fallback={(error, again) =>
        statusOf(error) === 404 ? (
          <Missing onRetry={() => {}} />
        ) : (
          <Failure
            onRetry={() => {
              retry();
              again();
            }}
          />
        )
      }
    >
      <Suspense fallback={<Loading />}>
        <Page {...params} />
        <Arrival />
      </Suspense>
    </ErrorBoundary>
  );
}

let arrivals = 0;
let cameByHistory = false;
let lastPath = typeof location === 'undefined' ? '' : location.pathname;
if (typeof window !== 'undefined') {
  // A step to another part of the same page is no arrival anywhere.
  addEventListener('popstate', () => {
    cameByHistory = location.pathname !== lastPath;
  });
}

/**
 * Once a page is really there: the top of it is shown, or the part the address names, and the focus goes
 * to its heading, which a screen reader then says. The first page is the browser's own to show, and so is
 * where to scroll after "back".
 */
function Arrival() {
  useEffect(() => {
    arrivals += 1;
    const back = cameByHistory;
    cameByHistory = false;
    lastPath = location.pathname;
    if (arrivals === 1) return;
    const hash = location.hash.slice(1);
    if (hash && !back && showTarget(hash)) return;
    if (!back) scrollTo({ top: 0, behavior: 'instant' });
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, []);
  return null;
}
