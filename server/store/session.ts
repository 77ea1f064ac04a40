import type { User } from '#contract/user.ts';
import { takeTurn } from './lock.ts';
import type { Db } from './store.ts';

const minute = 60_000;
const unusedFor = 12 * 60 * minute;
const oldest = 7 * 24 * 60 * minute;

const before = (now: Date, milliseconds: number) =>
  new Date(now.getTime() - milliseconds).toISOString();

/**
 * False where the user has gone, or has another password by now: checking a password takes a while, and a
 * session must not outlive what it was checked against.
 */
export const createSession = (
  db: Db,
  user: { id: string; passwordHash: string },
  tokenHash: string,
  now: Date,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await takeTurn(tx, 'users');
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
  });

/** The signed-in user, or undefined where the token is unknown, revoked or has run out. */
export async function findSession(db: Db, tokenHash: string, now: Date): Promise<User | undefined> {
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
  // Once a minute is exact enough, and keeps reads from becoming writes. On a full disk it has to wait.
  if (usedAt < before(now, minute)) {
    await db
      .updateTable('sessions')
      .set({ used_at: now.toISOString() })
      .where('token_hash', '=', tokenHash)
      .execute()
      .catch(() => {});
  }
  return user;
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
