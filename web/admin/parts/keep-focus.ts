/**
 * Where what had the focus is gone, with its dialog or its row, the keyboard goes on from what `selector`
 * names, or from the page's heading.
 */
export function keepFocus(selector = 'main h1'): void {
  // Once what is gone has left the page.
  setTimeout(() => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const target =
      document.querySelector<HTMLElement>(selector) ??
      document.querySelector<HTMLElement>('main h1');
    if (target?.tagName === 'H1') target.setAttribute('tabindex', '-1');
    target?.focus({ preventScroll: true });
  }, 50);
}
