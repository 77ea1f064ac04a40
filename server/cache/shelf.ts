import type { Topic, Versions } from '../store/versions.ts';
import type { Entry } from './entry.ts';

export interface CachedResponse {
  /** Undefined for a response that is too large to be cached: it is streamed to each client. */
  entry: Entry | undefined;
  topics: readonly Topic[];
  /** The versions of `topics`, read before the response was made. */
  stamp: string;
  /** The last `Versions` object that matched `stamp`, so that the same object is not compared again. */
  validatedAgainst?: Versions;
  /** The next midnight in UTC, because responses contain ages in days. */
  expiresAt: number;
  /** True if the response was sent since it was added or last spared by an eviction. */
  isUsed: boolean;
}

/**
 * Stores cached responses by key, up to `capacity` bytes, with second-chance eviction: the oldest response is evicted,
 * unless its `isUsed` is true. Such a response moves to the end, and its `isUsed` becomes false.
 */
export class Shelf {
  readonly #capacity: number;
  readonly #responses = new Map<string, CachedResponse>();
  #size = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): CachedResponse | undefined {
    return this.#responses.get(key);
  }

  insert(key: string, response: CachedResponse): void {
    const added = sizeOf(key, response);
    // A very large entry would evict too many others.
    if (added > this.#capacity / 2) return;
    const old = this.#responses.get(key);
    this.#size += added - (old ? sizeOf(key, old) : 0);
    this.#responses.delete(key);
    this.#responses.set(key, response);
    for (const [oldKey, old] of this.#responses) {
      if (this.#size <= this.#capacity) break;
      this.#responses.delete(oldKey);
      if (old.isUsed && oldKey !== key) {
        old.isUsed = false;
        this.#responses.set(oldKey, old);
      } else {
        this.#size -= sizeOf(oldKey, old);
      }
    }
  }
}

/** Estimates the bytes of a response and its key. */
const sizeOf = (key: string, { entry }: CachedResponse) => key.length * 2 + (entry?.size ?? 200);
