/**
 * Returns the element to put a toast in: the open modal dialog, because everything outside it is inert, or else the
 * body.
 */
export const toastParent = (): Element =>
  [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
