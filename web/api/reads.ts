import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { Read } from './client.ts';

/** Something to read: the path of a GET, and the type of what it answers. */
export interface Source<Data> {
  path: string;
  /** Never there: it carries the type. */
  data?: Data;
}

/** A promise as React's `use` knows it: settled ones carry their value, and do not suspend. */
interface Tracked extends Promise<unknown> {
  status?: 'fulfilled' | 'rejected';
  value?: unknown;
}

interface Entry {
  promise: Tracked;
  listeners: Set<() => void>;
  /** When it was last asked for, set or let go of. */
  usedAt: number;
}

/** How long what nobody looks at is kept. */
const keepFor = 5 * 60_000;

/**
 * What has been read, by path. It never goes stale by itself: it is not asked for again on focus, after a
 * time or after a failure, only when somebody says so. What is not used for five minutes is let go.
 */
export class Reads {
  readonly #read: Read;
  readonly #entries = new Map<string, Entry>();
  /** How often each was read again. */
  readonly #turns = new Map<string, number>();

  constructor(read: Read, known: Record<string, unknown> = {}) {
    this.#read = read;
    for (const [path, value] of Object.entries(known)) this.set(path, value);
  }

  get(path: string): Promise<unknown> {
    return this.#entry(path).promise;
  }

  /** Starts reading. Whether it fails shows where it is used. */
  prefetch(path: string): void {
    this.get(path).catch(() => {});
  }

  set(path: string, value: unknown): void {
    this.#put(path, settled(value));
  }

  /** Changes what is there; nothing where nothing is. */
  update<Data>({ path }: Source<Data>, change: (data: Data) => Data): void {
    const promise = this.#entries.get(path)?.promise;
    if (promise?.status === 'fulfilled') this.set(path, change(promise.value as Data));
  }

  /**
   * Reads again; the old answer stays in view until the new one is there. Of several at a time the one that
   * was asked last counts: an earlier one may know less, whenever it comes.
   */
  async refresh(path: string): Promise<void> {
    const turn = (this.#turns.get(path) ?? 0) + 1;
    this.#turns.set(path, turn);
    const value = await this.#read(path);
    if (this.#turns.get(path) === turn) this.set(path, value);
  }

  /** All whose path begins so is read anew: at once where somebody looks, when it is asked for otherwise. */
  forget(beginning: string): void {
    for (const [path, { listeners }] of this.#entries) {
      if (!path.startsWith(beginning)) continue;
      if (listeners.size > 0) this.refresh(path).catch(() => {});
      else this.#entries.delete(path);
    }
  }

  /** Forgets failures, so that they are tried again. */
  retry(): void {
    for (const [path, { promise }] of this.#entries) {
      if (promise.status === 'rejected') this.#entries.delete(path);
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

  /** All that is there, to be handed over to the browser. */
  known(): Record<string, unknown> {
    const settledOnes = [...this.#entries].filter(
      ([, { promise }]) => promise.status === 'fulfilled',
    );
    return Object.fromEntries(settledOnes.map(([path, { promise }]) => [path, promise.value]));
  }

  #entry(path: string): Entry {
    this.#letGo();
    const there = this.#entries.get(path);
    if (!there) return this.#put(path, track(this.#read(path)));
    there.usedAt = Date.now();
    return there;
  }

  #letGo(): void {
    const oldest = Date.now() - keepFor;
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

export const ReadsContext = createContext<Reads | undefined>(undefined);

export function useReads(): Reads {
  const reads = use(ReadsContext);
  if (!reads) throw new Error('useReads must be used within a ReadsContext');
  return reads;
}

/** The data, or the nearest Suspense and error boundaries while it is away. */
export function useRead<Data>({ path }: Source<Data>): Data {
  const reads = useReads();
  const subscribe = useCallback(
    (listener: () => void) => reads.subscribe(path, listener),
    [reads, path],
  );
  const current = () => reads.get(path);
  return use(useSyncExternalStore(subscribe, current, current)) as Data;
}
