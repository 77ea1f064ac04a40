import type { User } from '#contract/user.ts';
import { Invalid } from '../errors.ts';
import { countOrRefuse, uncount } from '../store/limit.ts';
import { findCredentials } from '../store/user.ts';
import type { ApiDeps } from './deps.ts';
import { limitKey, loginLimits } from './limits.ts';

/**
 * Throws `Invalid` for `field` if `password` is not the caller's password. Throws `TooMany` after as many wrong guesses
 * as `loginLimits.accountAndAddress` allows, because somebody with a stolen token may guess.
 */
export async function checkOwnPassword(
  { db, clock, passwords, rateLimits }: ApiDeps,
  { id }: User,
  password: string,
  field: string,
): Promise<void> {
  const key = limitKey('profile', id);
  if (rateLimits) {
    await countOrRefuse(db, [{ key, limit: loginLimits.accountAndAddress }], clock());
  }
  const own = await findCredentials(db, { id });
  if (!(await passwords.matches(password, own?.passwordHash))) {
    const wrong = 'Current password is incorrect';
    throw new Invalid({ [field]: wrong }, wrong);
  }
  if (rateLimits) await uncount(db, [key]);
}
