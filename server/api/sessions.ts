import { randomBytes } from 'node:crypto';
import type { Login, SignedIn } from '#contract/user.ts';
import { type Refusal, TooMany, Unauthorized } from '../errors.ts';
import type { Passwords } from '../passwords.ts';
import { countOrRefuse, isNoted, type Limit, note, uncount } from '../store/limit.ts';
import { createSession } from '../store/session.ts';
import type { Db } from '../store/store.ts';
import { findCredentials, keyOf } from '../store/user.ts';
import { hashToken } from './guard.ts';
import { knownFor, limitKey, loginLimits } from './limits.ts';

export interface SignInDeps {
  db: Db;
  passwords: Passwords;
  rateLimits: boolean;
}

/** Who tries, from where, and when. */
interface Attempt {
  login: Login;
  account: string;
  network: string;
  now: Date;
}

export function createSignIn(deps: SignInDeps) {
  const inTurn = oneAtATime();

  /** Sign-ins to one account from one address take turns, so that good ones never look like guesses. */
  return (login: Login, network: string, now: Date): Promise<SignedIn> => {
    const account = keyOf(login.username);
    return inTurn(limitKey(account, network), () => signIn(deps, { login, account, network, now }));
  };
}

/**
 * Counted before it is checked, so that guesses at several instances cannot outrun the limit. Whatever it
 * turns out to be, if it was not a wrong guess the count is taken back.
 */
async function signIn(
  { db, passwords, rateLimits }: SignInDeps,
  attempt: Attempt,
): Promise<SignedIn> {
  const { username, password } = attempt.login;
  const counted: string[] = [];
  let guessedWrong = false;
  try {
    const refusal = rateLimits ? await countAttempt(db, attempt, counted) : invalid();
    const found = isText(username) ? await findCredentials(db, { username }) : undefined;
    guessedWrong = !(await passwords.matches(password, found?.passwordHash));
    if (!found || guessedWrong) throw refusal;

    const token = randomBytes(32).toString('base64url');
    const user = { id: found.user.id, passwordHash: found.passwordHash };
    if (!(await createSession(db, user, hashToken(token), attempt.now))) throw refusal;
    if (rateLimits) await note(db, knownKey(attempt), knownFor, attempt.now);
    return { token, user: found.user };
  } finally {
    if (!guessedWrong) for (const key of counted) await uncount(db, key);
  }
}

const invalid = () => new Unauthorized('Invalid username or password');
const knownKey = ({ account, network }: Pick<Attempt, 'account' | 'network'>) =>
  limitKey('login', 'known', account, network);

/**
 * Counts what counts, or throws. Answers with what a wrong guess is to be told.
 *
 * An account takes so many wrong guesses a day from anywhere. Its owner is not locked out by them: an address
 * from where the owner has signed in counts for itself, and every other one has one more try, which tells a
 * guesser nothing new.
 */
async function countAttempt(
  db: Db,
  { account, network, now }: Attempt,
  counted: string[],
): Promise<Refusal> {
  const count = async (limit: Limit, ...parts: string[]) => {
    const key = limitKey('login', ...parts);
    await countOrRefuse(db, [{ key, limit }], now);
    counted.push(key);
  };
  await count(loginLimits.accountAndAddress, account, network);
  await count(loginLimits.address, network);
  const isKnown = await isNoted(db, knownKey({ account, network }), now);
  try {
    await count(loginLimits.account, 'day', account, isKnown ? network : '');
    return invalid();
  } catch (refusal) {
    if (!(refusal instanceof TooMany) || isKnown) throw refusal;
    await count(loginLimits.lateTry, 'late', account, network);
    await count(loginLimits.lateTries, 'late', account);
    return refusal;
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
