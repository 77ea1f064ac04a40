import { type RefObject, useEffect, useRef, useState } from 'react';
import { freePosition, type Obstacle, type Position } from './free-position.ts';
import { toastParent } from './toast-parent.ts';

const controls = 'a[href], button, input, select, textarea, summary, label';

interface ToastPosition<Box extends HTMLElement> {
  parent: Element;
  box: RefObject<Box | null>;
}

/**
 * Positions a toast inside the element of `toastParent`, where it covers no control, if such a position exists.
 * Recomputes the position after scrolling, resizing and animations, when elements are added or removed, and when the
 * focus moves or a dialog closes.
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
      // The box is empty before a toast is rendered and after it is dismissed.
      if (!box.current?.childElementCount) return;
      // The observer reports the visible part of each control, without parts that a scroll container clips.
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
      // Observing the box ensures a report on a page without controls.
      observer.observe(box.current);
      for (const control of toastParent().querySelectorAll(controls)) {
        if (!box.current.contains(control)) observer.observe(control);
      }
    }
    updatePosition();
    const events = ['close', 'scrollend', 'focusin', 'animationend'];
    for (const name of events) document.addEventListener(name, updatePosition, true);
    addEventListener('resize', updatePosition);
    const mutations = new MutationObserver(updatePosition);
    mutations.observe(document.body, { childList: true, subtree: true });
    return () => {
      for (const name of events) document.removeEventListener(name, updatePosition, true);
      removeEventListener('resize', updatePosition);
      mutations.disconnect();
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
 * Returns true for a control to be covered last: the focused control, and the submit buttons and `.acts` controls of
 * the form or dialog around it.
 */
function isInUse(control: Element): boolean {
  const { activeElement } = document;
  if (control === activeElement) return true;
  const container = activeElement?.closest('form, dialog');
  return container?.contains(control) === true && control.matches('[type=submit], .acts *');
}
