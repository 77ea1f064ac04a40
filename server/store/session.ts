import type { User } from '#contract/user.ts';
import { takeLock } from './lock.ts';
import type { Db } from './store.ts';

const minute = 60_000;
const unusedFor = 12 * 60 * minute;
const oldest = 7 * 24 * 60 * minute;

const before = (now: Date, milliseconds: number) =>
  new Date(now.getTime() - milliseconds).toISOString();

/**
 * Creates a session, within a transaction. Returns false if the user was deleted or has another password by now:
 * checking a password takes a while, and a session must not outlive the password that was checked.
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

/**
 * Finds the user of a session, and when the session was last used. Returns undefined if the token is unknown, revoked
 * or expired.
 */
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
    .where('sessions.created_at', '>', before(now, oldest))
    .where('used_at', '>', before(now, unusedFor))
    .executeTakeFirst();
  if (!row) return undefined;
  const { usedAt, ...user } = row;
  return { user, usedAt };
}

/** Saves that a session is in use, at most once a minute, so that not every read causes a write. */
export async function refreshSession(
  db: Db,
  tokenHash: string,
  usedAt: string,
  now: Date,
): Promise<void> {
  if (usedAt >= before(now, minute)) return;
  await db
    .updateTable('sessions')
    .set({ used_at: now.toISOString() })
    .where('token_hash', '=', tokenHash)
    .execute()
    // The error is ignored: a full disk must not keep staff from reading.
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
        session('created_at', '<=', before(now, oldest)),
        session('used_at', '<=', before(now, unusedFor)),
      ]),
    )
    .execute();
}
