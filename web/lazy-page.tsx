import { type ComponentType, lazy } from 'react';

export interface LazyPage<Props> {
  Page: ComponentType<Props>;
  load(): Promise<unknown>;
  /** Replaces the lazy component if its code failed to load, because React never retries a lazy component. */
  retry(): void;
}

/** Makes a page whose code is fetched on its first rendering, or earlier with `load`. */
export function lazyPage<Props extends object>(
  fetchModule: () => Promise<{ default: ComponentType<Props> }>,
): LazyPage<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let failed = false;
  const load = async () => {
    try {
      const fetched = await fetchModule();
      Loaded = fetched.default;
      return fetched;
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  let Lazy: ComponentType<Props> = lazy(load);
  return {
    load,
    retry() {
      if (failed) Lazy = lazy(load);
      failed = false;
    },
    // If the code is loaded, the page must not suspend: during hydration React would show the loading state.
    Page: (props) => (Loaded ? <Loaded {...props} /> : <Lazy {...props} />),
  };
}
