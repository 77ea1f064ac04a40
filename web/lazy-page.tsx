import { type ComponentType, lazy } from 'react';

export interface LazyPage<Props> {
  Page: ComponentType<Props>;
  load(): Promise<unknown>;
  /** A lazy component that has failed stays failed: another try needs a new one. */
  retry(): void;
}

/** A page whose code is fetched when it is needed, or a little earlier. */
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
    // What is there already must not suspend, not even for a moment: taking a page over, React would
    // show the loading state in its place.
    Page: (props) => (Loaded ? <Loaded {...props} /> : <Lazy {...props} />),
  };
}
