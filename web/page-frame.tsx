import { Suspense, useEffect, useState } from 'react';
import { statusOf } from './api/client.ts';
import { useReads } from './api/reads.ts';
import { layOutAll, layOutWhenQuiet } from './far-below.ts';
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
  const [arrival] = useState(newArrival);
  const [retried, setRetried] = useState(false);
  // On return to it, the first page is a page like any other.
  const state = retried || !arrival.isFirst ? 'ready' : outcome;
  const missing = (
    <>
      <Missing onRetry={() => {}} />
      <Arrived arrival={arrival} />
    </>
  );
  const failed = (again: () => void) => (
    <>
      <Failure onRetry={again} />
      <Arrived arrival={arrival} />
    </>
  );
  if (state === 'missing') return missing;
  if (state === 'failed') return failed(() => setRetried(true));
  return (
    <ErrorBoundary
      fallback={(error, again) =>
        statusOf(error) === 404
          ? missing
          : failed(() => {
              retry();
              again();
            })
      }
    >
      <Suspense
        fallback={
          <>
            <Loading />
            <Arrived arrival={arrival} isWaiting />
          </>
        }
      >
        <Page {...params} />
        <Arrived arrival={arrival} />
      </Suspense>
    </ErrorBoundary>
  );
}

interface Arrival {
  /** The browser's own to show. */
  isFirst: boolean;
  /** By "back" or "forward": where the visitor was, and where they come from. */
  isReturn: boolean;
  top: number | undefined;
  from: string;
  isShown: boolean;
}

let isFirst = true;
let cameByHistory = false;
let lastPath = '';
let isOnTheWay = false;

const newArrival = (): Arrival => ({
  isFirst,
  isReturn: cameByHistory,
  top: cameByHistory ? history.state?.top : undefined,
  from: lastPath,
  isShown: false,
});

if (typeof window !== 'undefined') {
  // A step to another part of the same page is no arrival anywhere.
  addEventListener('popstate', () => {
    cameByHistory = location.pathname !== lastPath;
  });
  // Where the visitor was on each page of the history, also after a reload.
  let pause: ReturnType<typeof setTimeout>;
  addEventListener(
    'scroll',
    () => {
      clearTimeout(pause);
      pause = setTimeout(() => {
        if (!isOnTheWay) history.replaceState({ ...history.state, top: scrollY }, '');
      }, 150);
    },
    { passive: true },
  );
}

/** For whoever has to wait until the scripts have taken over: the frame, and then what is in it. */
function tellReady(): void {
  document.documentElement.dataset.ready = 'true';
  layOutWhenQuiet();
}

/**
 * Once there is something to show: the top of it, or the part the address names, or where the visitor was
 * before. Once it is really there, page or failure, the focus goes to its heading, which a screen reader
 * then says; on return, to the link that was followed.
 */
function Arrived({ arrival, isWaiting = false }: { arrival: Arrival; isWaiting?: boolean }) {
  useEffect(() => {
    const { isReturn, top, from, isShown } = arrival;
    isOnTheWay = isWaiting;
    isFirst = false;
    cameByHistory = false;
    lastPath = location.pathname;
    if (arrival.isFirst) {
      if (!isWaiting) tellReady();
      return;
    }
    layOutAll();
    const hash = location.hash.slice(1);
    if (isReturn) {
      if (!isWaiting) scrollTo({ top: top ?? scrollY, behavior: 'instant' });
    } else if (hash && !isWaiting && showTarget(hash)) {
      return;
    } else if (!isShown) {
      scrollTo({ top: 0, behavior: 'instant' });
    }
    arrival.isShown = true;
    if (isWaiting) return;
    const followed = isReturn && document.querySelector<HTMLElement>(`main a[href="${from}"]`);
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.setAttribute('tabindex', '-1');
    (followed || heading)?.focus({ preventScroll: true });
  }, [arrival, isWaiting]);
  return null;
}
