/** Returns the parent of a toast: the open modal dialog, since all else is inert, or the body. */
export const toastParent = (): Element =>
  [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
