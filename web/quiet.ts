/** When the page has nothing else to do. Each piece of work by itself, or a slow phone would feel them together. */
export const whenQuiet = (work: () => void) =>
  (globalThis.requestIdleCallback ?? setTimeout)(() => work());
