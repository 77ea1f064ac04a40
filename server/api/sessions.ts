import { randomBytes } from 'node:crypto';
import type { Login, SignedIn } from '#contract/user.ts';
import { Unauthorized } from '../errors.ts';
import type { Passwords } from '../passwords.ts';
import { countOrRefuse, uncount } from '../store/limit.ts';
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

/**
 * Every attempt is counted before it is checked, so that guesses sent in parallel cannot outrun the
 * limit; a good one is taken back.
 */
export async function signIn(
  { db, passwords, rateLimits }: SignInDeps,
  { username, password }: Login,
  network: string,
  now: Date,
): Promise<SignedIn> {
  const counts = rateLimits
    ? [
        {
          key: limitKey('login', keyOf(username), network),
          limit: loginLimits.accountAndAddress,
        },
        { key: limitKey('login', network), limit: loginLimits.address },
      ]
    : [];
  for (const { key, limit } of counts) await countOrRefuse(db, key, limit, now);

  const found =
    username.isWellFormed() && !username.includes('\0')
      ? await findCredentials(db, { username })
      : undefined;
  const good = await passwords.matches(password, found?.passwordHash);
  if (!found || !good) throw new Unauthorized('Invalid username or password');

  for (const { key } of counts) await uncount(db, key);
  const token = randomBytes(32).toString('base64url');
  await createSession(db, found.user.id, hashToken(token), now);
  return { token, user: found.user };
}
