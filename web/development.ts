/**
 * What the browser loads in development. Hot reload has to be in place before any component is; Vite would
 * write that into the page, but the page is React's.
 */
// @ts-expect-error Vite serves it; it is no file.
const { default: refresh } = await import(/* @vite-ignore */ '/@react-refresh');
refresh.injectIntoGlobalHook(window);
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type });
await import('./client.tsx');

export {};
