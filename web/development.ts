/**
 * The browser's entry point in development. React Refresh must be installed before any component loads. Vite would
 * inject this code into an HTML file, but here React renders the whole document.
 */
// @ts-expect-error Vite serves this path; there is no such file.
const { default: refresh } = await import(/* @vite-ignore */ '/@react-refresh');
refresh.injectIntoGlobalHook(window);
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type });
await import('./hydrate.tsx');

export {};
