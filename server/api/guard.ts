import { createHash } from 'node:crypto';
import { canOpen } from '#contract/access.ts';
import type { User } from '#contract/user.ts';
import { Forbidden, Unauthorized } from '../errors.ts';
import { findSession } from '../store/session.ts';
import type { Db } from '../store/store.ts';
import type { Access } from './route.ts';

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** The signed-in user, if the token is good and the role may open what the route belongs to. */
export async function admit(
  db: Db,
  access: Exclude<Access, 'public'>,
  authorization: string | null,
  now: Date,
): Promise<{ user: User; tokenHash: string }> {
  const token = authorization?.match(/^Bearer +([\w-]{43})$/i)?.[1];
  if (!token) throw new Unauthorized();
  const tokenHash = hashToken(token);
  const user = await findSession(db, tokenHash, now);
  if (!user) throw new Unauthorized();
  if (access !== 'signed-in' && !canOpen(user.role, access)) throw new Forbidden();
  return { user, tokenHash };
}
