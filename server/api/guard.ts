import { createHash } from 'node:crypto';
import { canOpen } from '#contract/access.ts';
import type { User } from '#contract/user.ts';
import { Forbidden, Unauthorized } from '../errors.ts';
import { findSession } from '../store/session.ts';
import type { Db } from '../store/store.ts';
import type { Access } from './route.ts';

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Returns the token of an Authorization header. Throws `Unauthorized` if it has none. */
export function readToken(authorization: string | null): string {
  const token = authorization?.match(/^Bearer +([\w-]{43})$/i)?.[1];
  if (!token) throw new Unauthorized();
  return token;
}

/**
 * Returns the signed-in user, and the time at which the session was last used. Throws `Unauthorized` without a valid
 * session, and `Forbidden` if the user's role may not open the section of the route.
 */
export async function checkSession(
  db: Db,
  access: Exclude<Access, 'public'>,
  tokenHash: string,
  now: Date,
): Promise<{ user: User; usedAt: string }> {
  const session = await findSession(db, tokenHash, now);
  if (!session) throw new Unauthorized();
  if (access !== 'signed-in' && !canOpen(session.user.role, access)) throw new Forbidden();
  return session;
}
