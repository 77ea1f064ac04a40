import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { statusOf } from './api/client.ts';
import { useQueryCache } from './api/query-cache.ts';
import { showTarget } from './link.tsx';
import type { Match } from './routes.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';

/** Result of the server's queries for the first page: all data, 404, or a failure. */
export type Outcome = 'ready' | 'missing' | 'failed';

interface FrameProps extends Match {
  outcome: Outcome;
}

/** A page, or its loading, failed or missing state. */
export function PageFrame({ route, params, outcome }: FrameProps) {
  const { Page, Loading, Failure, Missing = Failure } = route;
  const cache = useQueryCache();
  // Queries that failed earlier, perhaps as prefetches, are fetched again on arrival.
  function retry() {
    cache.retry();
    route.retry();
  }
  useState(retry);
  const [arrival] = useState(newArrival);
  const [retried, setRetried] = useState(false);
  // The server's outcome counts only for the first load, not for a later return to the page.
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
  /** First page load: the browser handles scroll and focus. */
  isFirst: boolean;
  /** Set after Back or Forward. */
  position: Position | undefined;
  from: string;
  isShown: boolean;
}

let isFirst = true;
let cameByHistory = false;
let lastPath = '';
let isOnTheWay = false;
/** Set while a scroll position waits to be stored. */
let pause: ReturnType<typeof setTimeout> | undefined;
/** The position before a reload. */
let positionBefore: Position | undefined;
/** Set while a restored position is corrected: where the page is meanwhile was nobody's choice, and is not stored. */
let isCorrecting = false;
/** Counts what the visitor does and each arrival: a position is not corrected afterwards. */
let actions = 0;

const newArrival = (): Arrival => ({
  isFirst,
  // A page that was never scrolled has none.
  position: cameByHistory ? (storedPosition() ?? { top: 0, entry: undefined }) : undefined,
  from: lastPath,
  isShown: false,
});

if (typeof window !== 'undefined') {
  // Back to another part of the same page does not count as an arrival.
  addEventListener('popstate', () => {
    cameByHistory = location.pathname !== lastPath;
    // A position that was not stored yet is that of the page before.
    clearTimeout(pause);
    pause = undefined;
  });
  // Stores the scroll position in the history entry, so that it survives a reload. Debounced, because browsers limit how
  // often that may happen. A click on a link leaves the page, so it stores it at once: entries may have moved without a scroll.
  const storePosition = () => {
    clearTimeout(pause);
    pause = undefined;
    if (isOnTheWay || isCorrecting) return;
    const position: Position = { top: scrollY, entry: entryInView() };
    history.replaceState({ ...history.state, ...position }, '');
  };
  const storeSoon = () => {
    clearTimeout(pause);
    pause = setTimeout(storePosition, 150);
  };
  addEventListener('scroll', storeSoon, { passive: true });
  positionBefore = storedPosition();
  for (const action of ['wheel', 'touchstart', 'mousedown', 'keydown', 'popstate']) {
    addEventListener(action, countAction, { passive: true, capture: true });
  }
  // Within the site `returnTo` restores positions, and the browser's own restoration, by pixels, would come later and undo
  // it. The browser restores after a reload, and when a visitor comes back from another site.
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) history.scrollRestoration = 'manual';
  });
  const storeBeforeLeaving = ({ target }: MouseEvent) => {
    if (pause || (target instanceof Element && target.closest('a'))) storePosition();
  };
  addEventListener('click', storeBeforeLeaving, { capture: true });
}

function countAction(): void {
  actions += 1;
  isCorrecting = false;
}

/** A scroll position, as it is stored in the history entry. */
interface Position {
  top: number;
  entry: EntryInView | undefined;
}

function storedPosition(): Position | undefined {
  return history.state?.top === undefined ? undefined : history.state;
}

interface EntryInView {
  id: string;
  /** Its distance from the top of the screen. */
  y: number;
}

/** The list entry near the top of the screen. A better anchor than scrollY: entries above may have another height on return. */
function entryInView(): EntryInView | undefined {
  for (const y of [120, 150, 180]) {
    // A menu may be open above it.
    const elements = document.elementsFromPoint(innerWidth / 2, y);
    const entry = elements.find((each) => each.closest('main li[id]'))?.closest('main li[id]');
    if (entry) return { id: entry.id, y: entry.getBoundingClientRect().top };
  }
  return undefined;
}

/** The scroll position that puts the entry where it was; undefined if it is no longer in the list. */
function topOf(entry: EntryInView | undefined): number | undefined {
  const element = entry && document.getElementById(entry.id);
  return element ? scrollY + element.getBoundingClientRect().top - entry.y : undefined;
}

/** Frames for which a restored position is corrected: on a busy machine entries get their real heights late. */
const correctedFrames = 60;

/** Restores the scroll position, and corrects it while entries near the screen get their real heights, until the visitor acts. */
function returnTo({ entry, top }: Position): void {
  isCorrecting = true;
  const began = actions;
  const correct = (frames: number) => {
    if (actions !== began) return;
    const right = topOf(entry) ?? top;
    if (Math.abs(right - scrollY) >= 1) scrollTo({ top: right, behavior: 'instant' });
    isCorrecting = frames > 0;
    if (isCorrecting) requestAnimationFrame(() => correct(frames - 1));
  };
  correct(correctedFrames);
}

/**
 * Scroll and focus on arrival. Scrolls to the top, to the part that the address names, or to the position before. When the
 * page has loaded or failed, the focus goes to its heading, which a screen reader then reads; on return, to the link that was followed.
 */
function Arrived({ arrival, isWaiting = false }: { arrival: Arrival; isWaiting?: boolean }) {
  // In the same commit as the page: Back may be pressed as soon as the page is visible, before passive effects run, and the
  // page must not be painted at another scroll position first.
  useLayoutEffect(() => {
    isOnTheWay = isWaiting;
    isFirst = false;
    cameByHistory = false;
    lastPath = location.pathname;
    if (!arrival.isFirst) countAction();
    if (arrival.position && !isWaiting) returnTo(arrival.position);
  }, [arrival, isWaiting]);
  useEffect(() => {
    const { from, isShown } = arrival;
    const isReturn = arrival.position !== undefined;
    if (arrival.isFirst) {
      if (isWaiting) return;
      // Hydration has finished, for the frame and for the page inside.
      document.documentElement.dataset.ready = 'true';
      history.scrollRestoration = 'manual';
      // After a reload the browser restores the position by pixels, and entries above may have other heights than before.
      // It gives up when the page is still too short for the position.
      if (actions === 0 && positionBefore) returnTo(positionBefore);
      return;
    }
    const hash = location.hash.slice(1);
    if (!isReturn && hash && !isWaiting && showTarget(hash)) return;
    if (!isReturn && !isShown) {
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
