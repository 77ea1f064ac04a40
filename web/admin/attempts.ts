import { randomKey } from '../ui/random-key.ts';
import { readStored, writeStored } from '../ui/tab-storage.ts';
import { staffName } from './staff-drafts.ts';

interface Write {
  body: object | undefined;
  version: number | undefined;
}

/** Writes without a response and with the same idempotency key: several `bodies` if the user has changed the body. */
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
   * Returns the stored attempt if its version equals that of the write and one of its `bodies` equals the body.
   * Otherwise returns an attempt with a new key. With `reuse`, a different body of the same version joins the stored
   * attempt: the server answers 409 if it has already processed an earlier body with this key.
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

  /** Deletes the key after the response, so that sending the same body again counts as a new write. */
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
