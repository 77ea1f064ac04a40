/**
 * After the focused element was removed or hidden, for example with its dialog or row, focuses the element of
 * `selector`, or else the first heading in view.
 */
export function restoreFocus(selector?: string): void {
  // Waits until React has removed the element.
  setTimeout(() => {
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body && activeElement.checkVisibility()) return;
    const target =
      (selector && document.querySelector<HTMLElement>(selector)) || firstHeadingInView();
    if (target && /^H\d$/.test(target.tagName)) target.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: true });
  }, 50);
}

function firstHeadingInView(): HTMLElement | undefined {
  const headings = [...document.querySelectorAll<HTMLElement>('main :is(h1, h2)')];
  const isInView = (heading: HTMLElement) => {
    const { top, bottom } = heading.getBoundingClientRect();
    return bottom > top && top >= 0 && bottom <= innerHeight;
  };
  return headings.find(isInView) ?? headings[0];
}
