import type { User } from '#contract/user.ts';
import { takeLock } from './lock.ts';
import type { Db } from './store.ts';

const minute = 60_000;
const maxIdleTime = 12 * 60 * minute;
const maxAge = 7 * 24 * 60 * minute;

const earlier = (now: Date, milliseconds: number) =>
  new Date(now.getTime() - milliseconds).toISOString();

/**
 * Creates a session. Returns false if the user was deleted or got another password while the password was checked: a
 * session must not outlive its password.
 */
export async function createSession(
  tx: Db,
  user: { id: string; passwordHash: string },
  tokenHash: string,
  now: Date,
): Promise<boolean> {
  await takeLock(tx, 'staff');
  const same = await tx
    .selectFrom('users')
    .select('id')
    .where((each) => each.and({ id: user.id, password_hash: user.passwordHash }))
    .executeTakeFirst();
  if (!same) return false;
  const at = now.toISOString();
  await tx
    .insertInto('sessions')
    .values({ token_hash: tokenHash, user_id: user.id, created_at: at, used_at: at })
    .execute();
  return true;
}

/** Finds the user and the last use of a session. Returns undefined if the token is unknown, revoked or expired. */
export async function findSession(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<{ user: User; usedAt: string } | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.username',
      'users.role',
      'users.version',
      'sessions.used_at as usedAt',
    ])
    .where('token_hash', '=', tokenHash)
    .where('sessions.created_at', '>', earlier(now, maxAge))
    .where('used_at', '>', earlier(now, maxIdleTime))
    .executeTakeFirst();
  if (!row) return undefined;
  const { usedAt, ...user } = row;
  return { user, usedAt };
}

/** Saves the time of the last use, at most once a minute, so that not every read causes a write. */
export async function refreshSession(
  db: Db,
  tokenHash: string,
  usedAt: string,
  now: Date,
): Promise<void> {
  if (usedAt >= earlier(now, minute)) return;
  await db
    .updateTable('sessions')
    .set({ used_at: now.toISOString() })
    .where('token_hash', '=', tokenHash)
    .execute()
    // Errors are ignored: a full disk must not stop staff from reading.
    .catch(() => {});
}

export async function endSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function endSessions(db: Db, userId: string, exceptTokenHash = ''): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '<>', exceptTokenHash)
    .execute();
}

export async function sweepSessions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((session) =>
      session.or([
        session('created_at', '<=', earlier(now, maxAge)),
        session('used_at', '<=', earlier(now, maxIdleTime)),
      ]),
    )
    .execute();
}
