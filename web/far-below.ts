import { whenQuiet } from './quiet.ts';

/**
 * A visit that starts at the top of a page does not lay out at first what is far below: see in-head.ts, and
 * [data-start] in the style sheets.
 */
const root = () => document.documentElement.dataset;
const cardsBelow = ':is(#projects, #pods) .grid3 > li, .stack > li:not(.lazily)';

/** Before going to a place on the page: every part of it gets its real height. */
export function layOutAll(): void {
  delete root().start;
}

/** Once the page is taken over: the sections first, then a card with each frame, so that none takes long. */
export function layOutWhenQuiet(): void {
  whenQuiet(() => {
    if (!root().start) return;
    root().start = 'near';
    const cards = [...document.querySelectorAll<HTMLElement>(cardsBelow)];
    afterFrame(function next() {
      const card = cards.shift();
      // Whoever is further down already should see nothing move.
      if (!card || scrollY > 0) return layOutAll();
      card.style.contentVisibility = 'visible';
      afterFrame(next);
    });
  });
}

const afterFrame = (work: () => void) => requestAnimationFrame(() => whenQuiet(work));
