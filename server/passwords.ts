import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createTurnstile, type QueueCaller } from './turnstile.ts';

const argon2Async = promisify(argon2);

/** The parameters that OWASP recommends for argon2id: 19 MiB, two passes, one lane. A hash takes about 50 ms. */
const recommended = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
type Cost = typeof recommended;

/** The default caller. It counts as known, like somebody who is signed in. */
const staff: QueueCaller = { lineKey: 'staff', isKnown: true };

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Takes as long for an unknown user, who has no hash, as for a wrong password. `onTurn` runs just before the check,
   * once the caller has a slot. It does not run for a caller that is refused because the queue is full.
   */
  matches(
    password: string,
    hash: string | undefined,
    caller?: QueueCaller,
    onTurn?: () => Promise<void>,
  ): Promise<boolean>;
}

export interface CountedPasswords extends Passwords {
  /** Returns how many passwords are being hashed or checked, or wait. */
  underway(): number;
}

/**
 * Hashes and checks at most `maxParallel` passwords in parallel. Each takes 19 MiB and a core. Without a limit, a flood
 * of sign-ins could take all memory and all cores.
 */
export function createPasswords({
  maxParallel = 2,
  maxWaiting = 50,
  cost = recommended,
} = {}): CountedPasswords {
  const turnstile = createTurnstile({ maxParallel, maxWaiting });
  let underway = 0;
  const waitForSlot: typeof turnstile = async (caller, work) => {
    underway += 1;
    try {
      return await turnstile(caller, work);
    } finally {
      underway -= 1;
    }
  };
  const derive = (message: string, nonce: Buffer, params: Cost) =>
    argon2Async('argon2id', { message, nonce, ...params });
  const unknownUserHash = encode(cost, randomBytes(16), randomBytes(cost.tagLength));

  return {
    underway: () => underway,
    async hash(password) {
      const nonce = randomBytes(16);
      return encode(cost, nonce, await waitForSlot(staff, () => derive(password, nonce, cost)));
    },
    async matches(password, hash = unknownUserHash, caller = staff, onTurn = async () => {}) {
      const { params, nonce, tag } = decode(hash);
      const derived = await waitForSlot(caller, async () => {
        await onTurn();
        return derive(password, nonce, params);
      });
      return timingSafeEqual(derived, tag) && hash !== unknownUserHash;
    },
  };
}

/** Returns a hash in the PHC string format. It contains the cost, so old hashes stay valid when the cost is raised. */
const encode = (cost: Cost, nonce: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpaddedBase64(nonce)}$${unpaddedBase64(tag)}`;

const unpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

function decode(hash: string) {
  const [, m, t, p, nonce, tag] =
    hash.match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/) ?? [];
  if (!nonce || !tag) throw new Error('a stored password hash is not readable');
  const bytes = Buffer.from(tag, 'base64');
  return {
    params: {
      memory: Number(m),
      passes: Number(t),
      parallelism: Number(p),
      tagLength: bytes.length,
    },
    nonce: Buffer.from(nonce, 'base64'),
    tag: bytes,
  };
}
