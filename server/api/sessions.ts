import { randomBytes } from 'node:crypto';
import { askForCode, type Login, type SignedIn } from '#contract/user.ts';
import { CodeNeeded, type Refusal, TooMany, Unauthorized } from '../errors.ts';
import type { Passwords } from '../passwords.ts';
import {
  type Counted,
  countOrRefuse,
  findCounts,
  findRefusal,
  type Limit,
  markKey,
  uncount,
} from '../store/limit.ts';
import { takeLock } from '../store/lock.ts';
import { hasSecondFactor, spendCode } from '../store/second-factor.ts';
import { createSession } from '../store/session.ts';
import type { Db, Write } from '../store/store.ts';
import { type Credentials, findCredentials, usernameKeyOf } from '../store/user.ts';
import { hashToken } from './guard.ts';
import { knownSeconds, limitKey, loginLimits, siteOf } from './limits.ts';

export interface SignInDeps {
  db: Db;
  write: Write;
  passwords: Passwords;
  rateLimits: boolean;
}

interface Attempt {
  login: Login;
  /** The username, normalised by `usernameKeyOf`. */
  account: string;
  /** The result of `networkOf`. */
  network: string;
  now: Date;
}

/** The result of `admitAttempt()` for an attempt that it does not refuse. */
interface Admission {
  /** The attempt is counted under these keys before the password check. Only a wrong password or code stays counted. */
  keys: Counted[];
  /** True if the account has signed in from this network within `knownSeconds`. */
  isKnown: boolean;
  /** The error to throw for a wrong password. */
  refusal: Refusal;
}

export function createSignIn(deps: SignInDeps) {
  const inTurn = oneAtATime();

  /**
   * Runs the sign-ins to one account from one network in sequence. Each counts as a failure until its password has
   * proved right, so sign-ins in parallel could reach the limit although their password is right.
   */
  return (login: Login, network: string, now: Date): Promise<SignedIn> => {
    const account = usernameKeyOf(login.username);
    return inTurn(limitKey(account, network), () => signIn(deps, { login, account, network, now }));
  };
}

/**
 * Reads the limits first, so that a refused attempt writes nothing. Then the attempt may wait in the queue for password
 * checks (passwords.ts), and is not counted if the queue refuses it. It is counted just before the check, not after it,
 * so that parallel guesses cannot exceed the limits, even with several instances.
 */
async function signIn(deps: SignInDeps, attempt: Attempt): Promise<SignedIn> {
  const { db, write, passwords, rateLimits } = deps;
  const { login, network, now } = attempt;
  const unlimited: Admission = { keys: [], isKnown: false, refusal: invalid() };
  let admission = rateLimits ? await admitAttempt(db, attempt) : unlimited;
  const found = canBeStored(login.username) ? await findCredentials(db, login) : undefined;
  const caller = { lineKey: siteOf(network), isKnown: admission.isKnown };
  const isRight = await passwords.matches(login.password, found?.passwordHash, caller, async () => {
    if (rateLimits) admission = await countAttempt(deps, attempt);
  });
  if (!found || !isRight) throw admission.refusal;

  const outcome = await write(async (tx) => {
    await takeLock(tx, 'staff');
    const factor = await checkSecondFactor(tx, found.user.id, login.code, now);
    // The attempt stays counted, because a wrong code counts like a wrong password.
    if (factor === 'wrong') return factor;
    const signedIn = factor === 'fine' ? await openSession(tx, found, now) : undefined;
    const keys = admission.keys.map(({ key }) => key);
    await uncount(tx, keys);
    if (signedIn && rateLimits) await markKey(tx, knownKey(attempt), knownSeconds, now);
    return signedIn ?? factor;
  });
  if (typeof outcome === 'object') return outcome;
  if (outcome === 'missing') throw new CodeNeeded(askForCode);
  if (outcome === 'wrong' && !(admission.refusal instanceof TooMany))
    throw new CodeNeeded(wrongCode);
  throw admission.refusal;
}

const wrongCode = 'This code is not right, or was used already. Enter the next one.';

/** Checks the code if the user has a second factor, and spends it, so that it cannot be used again. */
async function checkSecondFactor(
  tx: Db,
  userId: string,
  code: string | undefined,
  now: Date,
): Promise<'fine' | 'missing' | 'wrong'> {
  if (!(await hasSecondFactor(tx, userId))) return 'fine';
  if (code === undefined) return 'missing';
  return (await spendCode(tx, userId, code, now)) ? 'fine' : 'wrong';
}

/** Creates a session. Returns undefined if the user was deleted or has another password by now. */
export async function openSession(
  tx: Db,
  { user, passwordHash }: Credentials,
  now: Date,
): Promise<SignedIn | undefined> {
  const token = randomBytes(32).toString('base64url');
  const isCreated = await createSession(tx, { id: user.id, passwordHash }, hashToken(token), now);
  return isCreated ? { token, user } : undefined;
}

const invalid = () => new Unauthorized('Invalid username or password');
const knownKey = ({ account, network }: Pick<Attempt, 'account' | 'network'>) =>
  limitKey('login', 'known', account, network);

/** Counts the attempt under all keys in one transaction. Throws `TooMany` and counts nothing if a limit is reached. */
async function countAttempt({ db, write }: SignInDeps, attempt: Attempt): Promise<Admission> {
  for (;;) {
    const admission = await admitAttempt(db, attempt);
    try {
      await write((tx) => countOrRefuse(tx, admission.keys, attempt.now));
      return admission;
    } catch (error) {
      // Another attempt used up the limit of a key after `admitAttempt()` had read it, so decide again.
      if (!(error instanceof TooMany)) throw error;
    }
  }
}

/**
 * Chooses the limits of an attempt, and throws `TooMany` if one is reached. Writes nothing.
 *
 * An account may get 100 wrong guesses a day from all unknown networks together. After that its owner can still sign
 * in. A network from which the account has signed in lately (`knownSeconds`) has a limit of its own. Every other site
 * (`siteOf`) has one late try a day, up to a limit for all sites. A wrong late try gets the same response as a refused
 * attempt.
 */
async function admitAttempt(db: Db, { account, network, now }: Attempt): Promise<Admission> {
  const site = siteOf(network);
  const counted = (limit: Limit, ...parts: string[]): Counted => ({
    key: limitKey('login', ...parts),
    limit,
  });
  const markOfNetwork = knownKey({ account, network });
  const fromNetwork = [
    counted(loginLimits.accountAndAddress, account, network),
    counted(loginLimits.address, network),
  ];
  const dayFromNetwork = counted(loginLimits.account, 'day', account, network);
  const atSite = site === network ? [] : [counted(loginLimits.site, 'site', site)];
  const dayFromUnknown = counted(loginLimits.account, 'day', account, '');
  const late = [
    counted(loginLimits.lateTry, 'late', account, site),
    counted(loginLimits.lateTries, 'late', account),
  ];
  const all = [...fromNetwork, dayFromNetwork, ...atSite, dayFromUnknown, ...late];
  const counts = await findCounts(db, [markOfNetwork, ...all.map(({ key }) => key)], now);

  const isKnown = counts.has(markOfNetwork);
  const dayRefusal = isKnown ? undefined : findRefusal(counts, [dayFromUnknown], now);
  let keys = [...fromNetwork, ...atSite, dayFromUnknown];
  if (isKnown) keys = [...fromNetwork, dayFromNetwork];
  else if (dayRefusal) keys = [...fromNetwork, ...atSite, ...late];
  const refusal = findRefusal(counts, keys, now);
  if (refusal) throw refusal;
  // All transactions lock the rows of the keys in the same order, so that they cannot deadlock.
  keys.sort((a, b) => (a.key < b.key ? -1 : 1));
  return { keys, isKnown, refusal: dayRefusal ?? invalid() };
}

/** PostgreSQL refuses texts with NUL characters or lone surrogates. */
const canBeStored = (text: string) => text.isWellFormed() && !text.includes('\0');

function oneAtATime() {
  const lastByKey = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = lastByKey.get(key) ?? Promise.resolve();
    const result = before.then(work, work);
    const settled = result.catch(() => {});
    lastByKey.set(key, settled);
    try {
      return await result;
    } finally {
      if (lastByKey.get(key) === settled) lastByKey.delete(key);
    }
  };
}
