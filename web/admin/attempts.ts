import { randomKey } from '../ui/random-key.ts';
import { readStored, writeStored } from '../ui/tab-storage.ts';
import { staffName } from './staff-drafts.ts';

interface Write {
  body: object | undefined;
  version: number | undefined;
}

/** Unanswered writes with the same idempotency key. `bodies` has several entries if the user changed the body. */
interface Attempt {
  key: string;
  version: number | undefined;
  bodies: (object | undefined)[];
}

/**
 * Stores the idempotency keys of unanswered writes, one for each method and path. They survive a reload, because they
 * are in sessionStorage. An attempt whose body has a password is stored in memory only.
 */
export class Attempts {
  readonly #userId: string;
  readonly #open = new Map<string, Attempt>();

  constructor(userId: string) {
    this.#userId = userId;
  }

  /**
   * Returns the key for a write: the key of the unanswered attempt if that had the same version and body, otherwise a
   * new one. With `reuse`, a different body gets the earlier key too. If the server has already processed one of the
   * earlier `bodies`, it answers 409.
   */
  start(name: string, { body, version }: Write, reuse: boolean): Attempt & { isFirst: boolean } {
    const earlier = this.#open.get(name) ?? readStored<Attempt>(this.#storageName(name));
    if (earlier && earlier.version === version) {
      if (earlier.bodies.some((one) => isSameBody(one, body)))
        return { ...earlier, isFirst: false };
      if (reuse) {
        const bodies = [...earlier.bodies, body];
        return { ...this.#record(name, { ...earlier, bodies }), isFirst: false };
      }
    }
    return { ...this.#record(name, { key: randomKey(), version, bodies: [body] }), isFirst: true };
  }

  /** Deletes the key after the answer, so that sending the same write again counts as a new write. */
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
