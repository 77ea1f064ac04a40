import { whenQuiet } from './quiet.ts';

/**
 * A visit that starts at the top of a page does not lay out at first what is far below: see in-head.ts, and
 * [data-start] in the style sheets.
 */
const root = () => document.documentElement.dataset;
const partsBelow =
  '#projects, #pods, .join, .footer, :is(#projects .grid3, #pods .grid3, .posts, .stack) > li:not(.lazily)';

/** Before going to a place on the page: every part of it gets its real height. */
export function layOutAll(): void {
  delete root().start;
}

/** Once the page is taken over: a section or a card with each frame, so that none takes long. */
export function layOutWhenQuiet(): void {
  whenQuiet(() => {
    const parts = [...document.querySelectorAll<HTMLElement>(partsBelow)];
    afterFrame(function next() {
      if (!root().start) return;
      const part = parts.shift();
      // Whoever is further down already should see nothing move.
      if (!part || scrollY > 0) return layOutAll();
      part.style.contentVisibility = 'visible';
      afterFrame(next);
    });
  });
}

const afterFrame = (work: () => void) => requestAnimationFrame(() => whenQuiet(work));
