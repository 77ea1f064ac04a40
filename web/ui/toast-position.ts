import { type RefObject, useEffect, useRef, useState } from 'react';
import { freePosition, type Obstacle, type Position } from './free-position.ts';
import { toastParent } from './toast-parent.ts';

const controls = 'a[href], button, input, select, textarea, summary, label';

interface ToastPosition<Box extends HTMLElement> {
  /** The element that contains the toast. */
  parent: Element;
  box: RefObject<Box | null>;
}

/**
 * Decides where a toast is shown: inside the element of `toastParent`, at a position where it covers no control, if
 * such a position exists. Recomputes the position after scrolling, resizing and animations, when elements are added or
 * removed, and when the focus moves or a dialog closes.
 */
export function useToastPosition<Box extends HTMLElement>(
  toastId: number | undefined,
): ToastPosition<Box> {
  const box = useRef<Box>(null);
  const [parent, setParent] = useState<Element>(toastParent);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast or parent needs a new position
  useEffect(() => {
    let position: Position | undefined;
    let observer: IntersectionObserver | undefined;
    function updatePosition() {
      setParent(toastParent());
      observer?.disconnect();
      // The box is empty until the toast is rendered, and after the toast was dismissed.
      if (!box.current?.childElementCount) return;
      // The observer reports the visible part of each control. Parts that a scroll container clips do not count.
      observer = new IntersectionObserver((entries) => {
        observer?.disconnect();
        const element = box.current;
        if (!element) return;
        const { offsetWidth: width, offsetHeight: height } = element;
        position = freePosition(
          { width: document.body.clientWidth, height: innerHeight },
          { width, height },
          entries
            .filter(({ target, isIntersecting }) => isIntersecting && target !== element)
            .map(toObstacle),
          position,
        );
        element.style.left = `${position.left}px`;
        element.style.top = `${position.top}px`;
      });
      // Observing the box itself ensures a report on a page without controls.
      observer.observe(box.current);
      for (const control of toastParent().querySelectorAll(controls)) {
        if (!box.current.contains(control)) observer.observe(control);
      }
    }
    updatePosition();
    const events = ['close', 'scrollend', 'focusin', 'animationend'];
    for (const name of events) document.addEventListener(name, updatePosition, true);
    addEventListener('resize', updatePosition);
    const watch = new MutationObserver(updatePosition);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      for (const name of events) document.removeEventListener(name, updatePosition, true);
      removeEventListener('resize', updatePosition);
      watch.disconnect();
      observer?.disconnect();
    };
  }, [toastId, parent]);

  return { parent, box };
}

function toObstacle({ target, intersectionRect }: IntersectionObserverEntry): Obstacle {
  const { left, top, width, height } = intersectionRect;
  return { left, top, width, height, isInUse: isInUse(target) };
}

/**
 * Returns true for a control that should be covered last: the focused control, and the submit buttons and the controls
 * in `.acts` rows of the form or dialog around it.
 */
function isInUse(control: Element): boolean {
  const { activeElement } = document;
  if (control === activeElement) return true;
  const work = activeElement?.closest('form, dialog');
  return work?.contains(control) === true && control.matches('[type=submit], .acts *');
}
