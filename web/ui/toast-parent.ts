/** The element that contains a toast: the modal dialog that is open, because everything else is inert then. */
export const toastParent = (): Element =>
  [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
