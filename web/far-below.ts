import { whenQuiet } from './quiet.ts';

/**
 * A visit that starts at the top of a page does not lay out at first what is far below: see in-head.ts, and
 * the style sheet of home.
 */
const root = () => document.documentElement.dataset;

/** Before going to a place on the page: every part of it gets its real height. */
export function layOutAll(): void {
  delete root().start;
}

/** Once the page is taken over: the farther part last. */
export function layOutWhenQuiet(): void {
  whenQuiet(() => {
    if (root().start) root().start = 'near';
    whenQuiet(layOutAll);
  });
}
