import { randomBytes } from 'node:crypto';
import type { Login, SignedIn } from '#contract/user.ts';
import { Unauthorized } from '../errors.ts';
import type { Passwords } from '../passwords.ts';
import { countOrRefuse, type Limit, uncount } from '../store/limit.ts';
import { createSession } from '../store/session.ts';
import type { Db } from '../store/store.ts';
import { findCredentials, keyOf } from '../store/user.ts';
import { hashToken } from './guard.ts';
import { limitKey, loginLimits } from './limits.ts';

export interface SignInDeps {
  db: Db;
  passwords: Passwords;
  rateLimits: boolean;
}

interface Count {
  key: string;
  limit: Limit;
}

export function createSignIn(deps: SignInDeps) {
  const inTurn = oneAtATime();

  /** Sign-ins to one account from one address take turns, so that good ones never look like guesses. */
  return (login: Login, network: string, now: Date): Promise<SignedIn> => {
    const account: Count = {
      key: limitKey('login', keyOf(login.username), network),
      limit: loginLimits.accountAndAddress,
    };
    const address: Count = { key: limitKey('login', network), limit: loginLimits.address };
    const counts = deps.rateLimits ? [account, address] : [];
    return inTurn(account.key, () => attempt(deps, login, counts, now));
  };
}

/**
 * Counted before it is checked, so that guesses at several instances cannot outrun the limit. Whatever it
 * turns out to be, if it was not a wrong guess the count is taken back.
 */
async function attempt(
  { db, passwords }: SignInDeps,
  { username, password }: Login,
  counts: Count[],
  now: Date,
): Promise<SignedIn> {
  const counted: string[] = [];
  let guessedWrong = false;
  try {
    for (const { key, limit } of counts) {
      await countOrRefuse(db, key, limit, now);
      counted.push(key);
    }
    const found = isText(username) ? await findCredentials(db, { username }) : undefined;
    guessedWrong = !(await passwords.matches(password, found?.passwordHash));
    if (!found || guessedWrong) throw new Unauthorized('Invalid username or password');

    const token = randomBytes(32).toString('base64url');
    const user = { id: found.user.id, passwordHash: found.passwordHash };
    if (!(await createSession(db, user, hashToken(token), now))) {
      throw new Unauthorized('Invalid username or password');
    }
    return { token, user: found.user };
  } finally {
    if (!guessedWrong) for (const key of counted) await uncount(db, key);
  }
}

/** What a database can be asked for. */
const isText = (text: string) => text.isWellFormed() && !text.includes('\0');

function oneAtATime() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => {});
    last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
