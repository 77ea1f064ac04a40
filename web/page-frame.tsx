import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { statusOf } from './api/client.ts';
import { useQueryCache } from './api/query-cache.ts';
import { showTarget } from './link.tsx';
import type { Match } from './routes.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';

/** The result of the server's queries for the first page: all data, a 404, or another failure. */
export type FirstLoadOutcome = 'ready' | 'missing' | 'failed';

interface FrameProps extends Match {
  outcome: FirstLoadOutcome;
}

/** Shows a page, or its loading, failed or missing state. */
export function PageFrame({ route, params, outcome }: FrameProps) {
  const { Page, Loading, Failure, Missing = Failure } = route;
  const cache = useQueryCache();
  function retry() {
    cache.retry();
    route.retry();
  }
  // Runs `retry` once, on arrival: fetches again the queries and code whose prefetch failed.
  useState(retry);
  const [arrival] = useState(newArrival);
  const [retried, setRetried] = useState(false);
  // The server's outcome is for the first page load only, not for a later return to that page.
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

/** Describes how the visitor came to the current page. */
interface Arrival {
  /** True for the first page load. The browser handles focus and hash; `Arrived` only corrects a restored position. */
  isFirst: boolean;
  /** The position to restore. Set only after Back or Forward. */
  position: Position | undefined;
  from: string;
  isShown: boolean;
}

let isFirst = true;
let cameByHistory = false;
let lastPath = '';
let isLoadingPage = false;
let storeTimer: ReturnType<typeof setTimeout> | undefined;
/** The position in the history entry when this script started: after a reload or a return from another site. */
let positionBefore: Position | undefined;
/** True while `returnTo` corrects the scroll position. These positions are not the visitor's and are not stored. */
let isCorrecting = false;
/** Counts inputs of the visitor and arrivals. Each one ends the correction of a restored position. */
let actions = 0;

const newArrival = (): Arrival => ({
  isFirst,
  // A history entry without a stored position was never scrolled.
  position: cameByHistory ? (storedPosition() ?? { top: 0, entry: undefined }) : undefined,
  from: lastPath,
  isShown: false,
});

if (typeof window !== 'undefined') {
  // Back or Forward within the same path is not an arrival.
  addEventListener('popstate', () => {
    cameByHistory = location.pathname !== lastPath;
    // A pending write would store the position of the previous page in this history entry.
    clearTimeout(storeTimer);
    storeTimer = undefined;
  });
  // Stores the scroll position in the history entry, so that it survives a reload. Calls are debounced, because
  // browsers limit `replaceState`. A click on a link stores the position at once, because the page may be left, and
  // list entries may have moved since the last scroll.
  const storePosition = () => {
    clearTimeout(storeTimer);
    storeTimer = undefined;
    if (isLoadingPage || isCorrecting) return;
    const position: Position = { top: scrollY, entry: entryInView() };
    history.replaceState({ ...history.state, ...position }, '');
  };
  const storeSoon = () => {
    clearTimeout(storeTimer);
    storeTimer = setTimeout(storePosition, 150);
  };
  addEventListener('scroll', storeSoon, { passive: true });
  positionBefore = storedPosition();
  for (const action of ['wheel', 'touchstart', 'mousedown', 'keydown', 'popstate']) {
    addEventListener(action, countAction, { passive: true, capture: true });
  }
  // Within the site `returnTo` restores positions. The browser's own restoration would come later and overwrite them,
  // so it is off. It is on for a reload and for a return from another site.
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) history.scrollRestoration = 'manual';
  });
  const storeBeforeLeaving = ({ target }: MouseEvent) => {
    if (storeTimer || (target instanceof Element && target.closest('a'))) storePosition();
  };
  addEventListener('click', storeBeforeLeaving, { capture: true });
}

function countAction(): void {
  actions += 1;
  isCorrecting = false;
}

/** A scroll position, as stored in the history entry. */
interface Position {
  top: number;
  entry: EntryInView | undefined;
}

function storedPosition(): Position | undefined {
  return history.state?.top === undefined ? undefined : history.state;
}

interface EntryInView {
  id: string;
  /** The entry's distance from the top of the screen. */
  y: number;
}

/**
 * Returns the list entry near the top of the screen. It is a better anchor than scrollY, because entries above it may
 * have other heights on return.
 */
function entryInView(): EntryInView | undefined {
  for (const y of [120, 150, 180]) {
    // Searches all elements at this point, because an open menu may cover the entry.
    const elements = document.elementsFromPoint(innerWidth / 2, y);
    const entry = elements.find((each) => each.closest('main li[id]'))?.closest('main li[id]');
    if (entry) return { id: entry.id, y: entry.getBoundingClientRect().top };
  }
  return undefined;
}

/** Returns the scroll position that puts the entry where it was. Undefined if the entry is no longer in the list. */
function topOf(entry: EntryInView | undefined): number | undefined {
  const element = entry && document.getElementById(entry.id);
  return element ? scrollY + element.getBoundingClientRect().top - entry.y : undefined;
}

/** The number of frames in which `returnTo` corrects the position: enough for a busy machine. */
const correctedFrames = 60;

/**
 * Restores a scroll position, and corrects it for `correctedFrames` or until the visitor acts: entries near the screen
 * get their real heights late (cards.css).
 */
function returnTo({ entry, top }: Position): void {
  isCorrecting = true;
  const actionsAtStart = actions;
  const correct = (frames: number) => {
    if (actions !== actionsAtStart) return;
    const wantedTop = topOf(entry) ?? top;
    if (Math.abs(wantedTop - scrollY) >= 1) scrollTo({ top: wantedTop, behavior: 'instant' });
    isCorrecting = frames > 0;
    if (isCorrecting) requestAnimationFrame(() => correct(frames - 1));
  };
  correct(correctedFrames);
}

/**
 * Sets scroll position and focus on arrival at a page. Scrolls to the top, to the target of the URL's hash, or after
 * Back and Forward to the stored position. When the page has loaded or failed, focuses the hash target or the heading,
 * which a screen reader then reads. After Back and Forward focuses the link that the visitor had followed, if the page
 * has it.
 */
function Arrived({ arrival, isWaiting = false }: { arrival: Arrival; isWaiting?: boolean }) {
  // A layout effect runs before the page is painted: the page must not appear at another scroll position first, and
  // Back may be pressed as soon as the page is visible.
  useLayoutEffect(() => {
    isLoadingPage = isWaiting;
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
      // Tells other code, such as infinite-scroll.ts and the browser tests, that the page is hydrated.
      document.documentElement.dataset.ready = 'true';
      history.scrollRestoration = 'manual';
      // The browser restores the position in pixels after a reload. This position is wrong if the entries above have
      // other heights than before, and the browser gives up if the page is still too short.
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
