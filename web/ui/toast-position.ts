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
 * Decides where a toast is shown: inside the modal dialog that is open, because everything else is inert, and
 * over no control. Decides again when a dialog opens or closes, and after scrolling and resizing.
 */
export function useToastPosition<Box extends HTMLElement>(
  toastId: number | undefined,
): ToastPosition<Box> {
  const box = useRef<Box>(null);
  const [parent, setParent] = useState<Element>(toastParent);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast gets a position of its own
  useEffect(() => {
    let position: Position | undefined;
    let observer: IntersectionObserver | undefined;
    function look() {
      setParent(toastParent());
      observer?.disconnect();
      // The toast is rendered into its box a moment later and removed from it when it is dismissed.
      if (!box.current?.childElementCount) return;
      // The observer reports the visible part of each control, clipped by every scroll container.
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
      // Makes sure that there is a report on a page without controls.
      observer.observe(box.current);
      for (const control of toastParent().querySelectorAll(controls)) {
        if (!box.current.contains(control)) observer.observe(control);
      }
    }
    look();
    const events = ['close', 'scrollend', 'focusin', 'animationend'];
    for (const name of events) document.addEventListener(name, look, true);
    addEventListener('resize', look);
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      for (const name of events) document.removeEventListener(name, look, true);
      removeEventListener('resize', look);
      watch.disconnect();
      observer?.disconnect();
    };
  }, [toastId, parent]);

  return { parent, box };
}

function toObstacle({ target, intersectionRect }: IntersectionObserverEntry): Obstacle {
  const { left, top, width, height } = intersectionRect;
  return { left, top, width, height, isInWork: isInWork(target) };
}

/** True for the control that has the focus, and for the buttons that end the form or dialog around it. */
function isInWork(control: Element): boolean {
  const { activeElement } = document;
  if (control === activeElement) return true;
  const work = activeElement?.closest('form, dialog');
  return work?.contains(control) === true && control.matches('[type=submit], .acts *');
}
