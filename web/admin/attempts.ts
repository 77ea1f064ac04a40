import { readStored, writeStored } from '../ui/tab-storage.ts';
import { staffName } from './staff-drafts.ts';

interface Write {
  body: object | undefined;
  version: number | undefined;
}

/** Writes that were sent under one key and have no answer: one, or a POST that was changed since. */
interface Attempt {
  key: string;
  version: number | undefined;
  bodies: (object | undefined)[];
}

/**
 * The Idempotency-Keys of writes without an answer, one for each method and path. They outlive a reload, in
 * the tab's storage; a body with a password stays in memory only.
 */
export class Attempts {
  readonly #userId: string;
  readonly #open = new Map<string, Attempt>();

  constructor(userId: string) {
    this.#userId = userId;
  }

  /**
   * Finds the key for a write: that of the unanswered attempt if it was the same write, a new one otherwise.
   * With `reuse` another body goes out under the earlier key too: the server answers 409 if it has taken an
   * earlier one, and `bodies` says which those were.
   */
  start(name: string, { body, version }: Write, reuse: boolean): Attempt & { isFirst: boolean } {
    const before = this.#open.get(name) ?? readStored<Attempt>(this.#storageName(name));
    if (before && before.version === version) {
      if (before.bodies.some((one) => isSameBody(one, body))) return { ...before, isFirst: false };
      if (reuse) {
        const bodies = [...before.bodies, body];
        return { ...this.#record(name, { ...before, bodies }), isFirst: false };
      }
    }
    return { ...this.#record(name, { key: newKey(), version, bodies: [body] }), isFirst: true };
  }

  /** Forgets the key after the answer: the same write again is a new one. */
  end(name: string, key: string): void {
    if (this.#open.get(name)?.key === key) this.#open.delete(name);
    if (readStored<Attempt>(this.#storageName(name))?.key === key)
      writeStored(this.#storageName(name), undefined);
  }

  #record(name: string, attempt: Attempt): Attempt {
    this.#open.set(name, attempt);
    if (!attempt.bodies.some(hasPassword)) writeStored(this.#storageName(name), attempt);
    return attempt;
  }

  #storageName(name: string): string {
    return staffName(this.#userId, `attempt:${name}`);
  }
}

export const isSameBody = (one: object | undefined, other: object | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

const hasPassword = (body: object = {}) => Object.keys(body).some((name) => /password/i.test(name));

/** 128 random bits. crypto.randomUUID is missing on a site that is served without TLS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
