import { createContext, use, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Read } from './client.ts';

/** The path of a GET request, with the type of its response. */
export interface Source<Data> {
  path: string;
  /** `data` is never set: it only carries the type. */
  data?: Data;
}

/** React's `use` reads these fields of a promise: with `status` and `value` set, it does not suspend. */
interface Tracked extends Promise<unknown> {
  status?: 'fulfilled' | 'rejected';
  value?: unknown;
}

interface Entry {
  promise: Tracked;
  listeners: Set<() => void>;
  /** Time of the last get, set, subscribe or unsubscribe. */
  usedAt: number;
}

const evictAfter = 5 * 60_000;

/**
 * Caches API responses by path. The cache never refetches on its own: not on focus, not after a time, not after a
 * failure. It evicts an entry that has no subscribers and was not used for five minutes.
 */
export class QueryCache {
  readonly #read: Read;
  readonly #entries = new Map<string, Entry>();
  /** The last started refresh, by path. */
  readonly #refreshes = new Map<string, Promise<void>>();

  constructor(read: Read, known: Record<string, unknown> = {}) {
    this.#read = read;
    for (const [path, value] of Object.entries(known)) this.set(path, value);
  }

  get(path: string): Promise<unknown> {
    return this.#entry(path).promise;
  }

  /** Starts to fetch a path, and ignores a failure: `use` throws the error when the data is used. */
  prefetch(path: string): void {
    this.get(path).catch(() => {});
  }

  set(path: string, value: unknown): void {
    this.#put(path, settled(value));
  }

  /** Changes the cached data of a source. Does nothing if the data has not arrived. */
  update<Data>({ path }: Source<Data>, change: (data: Data) => Data): void {
    const promise = this.#entries.get(path)?.promise;
    if (promise?.status === 'fulfilled') this.set(path, change(promise.value as Data));
  }

  /**
   * Fetches a path again; the old data stays cached meanwhile. Of concurrent refreshes only the last one to start
   * stores its data: an earlier refresh may carry older data, even if its response arrives later. An earlier refresh
   * resolves with the last one.
   */
  refresh(path: string): Promise<void> {
    const refreshed: Promise<void> = this.#read(path).then((value) => {
      const last = this.#refreshes.get(path);
      if (last !== refreshed) return last;
      this.set(path, value);
    });
    this.#refreshes.set(path, refreshed);
    return refreshed;
  }

  /**
   * Refreshes every cached path that has this prefix and subscribers, and drops the paths without subscribers. Resolves
   * when all refreshes have ended; if one fails, its old data stays.
   */
  async invalidate(prefix: string): Promise<void> {
    const paths = [...this.#entries.keys()].filter((path) => path.startsWith(prefix));
    await Promise.all(paths.map((path) => this.invalidatePath(path)));
  }

  /** Does the same as `invalidate`, but only for this path. */
  async invalidatePath(path: string): Promise<void> {
    const entry = this.#entries.get(path);
    if (entry && entry.listeners.size > 0) await this.refresh(path).catch(() => {});
    else this.#entries.delete(path);
  }

  /**
   * Drops a path. Does not notify its subscribers, now or later: they fetch the path again when they next render. To
   * refresh the data of subscribers, use `invalidatePath`.
   */
  remove(path: string): void {
    this.#entries.delete(path);
  }

  /** Fetches failed entries again: entries with subscribers at once, other entries on their next use. */
  retry(): void {
    for (const [path, { promise, listeners }] of this.#entries) {
      if (promise.status !== 'rejected') continue;
      if (listeners.size > 0) this.#put(path, track(this.#read(path)));
      else this.#entries.delete(path);
    }
  }

  subscribe(path: string, listener: () => void): () => void {
    const entry = this.#entry(path);
    entry.listeners.add(listener);
    return () => {
      entry.listeners.delete(listener);
      entry.usedAt = Date.now();
    };
  }

  /** Returns all data that has arrived, by path. The server puts it into the page for hydration. */
  known(): Record<string, unknown> {
    const fulfilled = [...this.#entries].filter(
      ([, { promise }]) => promise.status === 'fulfilled',
    );
    return Object.fromEntries(fulfilled.map(([path, { promise }]) => [path, promise.value]));
  }

  #entry(path: string): Entry {
    this.#evict();
    const entry = this.#entries.get(path);
    if (!entry) return this.#put(path, track(this.#read(path)));
    entry.usedAt = Date.now();
    return entry;
  }

  #evict(): void {
    const oldest = Date.now() - evictAfter;
    for (const [path, { listeners, usedAt }] of this.#entries) {
      if (listeners.size === 0 && usedAt <= oldest) this.#entries.delete(path);
    }
  }

  #put(path: string, promise: Tracked): Entry {
    const entry = this.#entries.get(path) ?? { promise, listeners: new Set(), usedAt: 0 };
    entry.promise = promise;
    entry.usedAt = Date.now();
    this.#entries.set(path, entry);
    for (const listener of entry.listeners) listener();
    return entry;
  }
}

const settled = (value: unknown): Tracked =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value });

function track(promise: Tracked): Tracked {
  promise.then(
    (value) => {
      Object.assign(promise, { status: 'fulfilled', value });
    },
    (reason) => {
      Object.assign(promise, { status: 'rejected', reason });
    },
  );
  return promise;
}

export const QueryCacheContext = createContext<QueryCache | undefined>(undefined);

export function useQueryCache(): QueryCache {
  const cache = use(QueryCacheContext);
  if (!cache) throw new Error('useQueryCache must be used within a QueryCacheContext');
  return cache;
}

/** Starts to fetch the sources at once. Without it, a component that suspends for one source delays the next ones. */
export function usePrefetch(...sources: Source<unknown>[]): void {
  const cache = useQueryCache();
  for (const { path } of sources) cache.prefetch(path);
}

/** Returns the data. Suspends while it is loading. If loading failed, throws the error to the error boundary. */
export function useQuery<Data>({ path }: Source<Data>): Data {
  const cache = useQueryCache();
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(path, listener),
    [cache, path],
  );
  const current = () => cache.get(path);
  return use(useSyncExternalStore(subscribe, current, current)) as Data;
}

/** Returns the data, or undefined while it is loading, after a failure, and without a source. */
export function useOptionalQuery<Data>(source: Source<Data> | undefined): Data | undefined {
  const cache = useQueryCache();
  const path = source?.path;
  const [loaded, setLoaded] = useState<{ path: string; data: unknown }>();
  useEffect(() => {
    if (path === undefined) return;
    let isOver = false;
    const take = () =>
      cache.get(path).then(
        (data) => !isOver && setLoaded({ path, data }),
        () => {},
      );
    const unsubscribe = cache.subscribe(path, take);
    take();
    return () => {
      isOver = true;
      unsubscribe();
    };
  }, [cache, path]);
  return loaded && loaded.path === path ? (loaded.data as Data) : undefined;
}
