import { sql } from 'kysely';
import type { User } from '#contract/user.ts';
import { Conflict } from '../errors.ts';
import { changedOr, foundOr, rowAsSeen, type Seen } from './change.ts';
import type { Actor as Changing } from './history.ts';
import { newId } from './id.ts';
import { takeTurn } from './lock.ts';
import { disown } from './owner.ts';
import { endSessions } from './session.ts';
import type { Db } from './store.ts';
import type { UserRow } from './tables.ts';

/** Passwords are hashed before they reach this folder. */
export interface NewUser {
  username: string;
  role: string;
  passwordHash: string;
}

export type UserEdit = { [Field in keyof NewUser]?: NewUser[Field] | undefined };

/** The user who makes the change: nobody may change their own role, and their own session survives a new password. */
export interface Actor {
  userId: string;
  tokenHash: string;
}

export const listUsers = async (db: Db): Promise<User[]> =>
  (await db.selectFrom('users').selectAll().orderBy('id', 'desc').execute()).map(toUser);

export async function findCredentials(
  db: Db,
  who: { username: string } | { id: string },
): Promise<{ user: User; passwordHash: string } | undefined> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where((user) =>
      'id' in who ? user('id', '=', who.id) : user('username_key', '=', keyOf(who.username)),
    )
    .executeTakeFirst();
  return row && { user: toUser(row), passwordHash: row.password_hash };
}

export const hasAdmin = async (db: Db): Promise<boolean> => (await countAdmins(db)) > 0;

/** Needs the turn of staff, like every change of users: two admins must not demote each other at once. */
export async function createUser(tx: Db, user: NewUser, now: Date): Promise<User> {
  await checkNameIsFree(tx, user.username);
  return toUser(
    await tx
      .insertInto('users')
      .values({
        id: newId(now),
        username: user.username,
        username_key: keyOf(user.username),
        role: user.role,
        password_hash: user.passwordHash,
        created_at: now.toISOString(),
        version: 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/**
 * Creates the first admin of a new database. When several instances start together, one of them does. After
 * `beforeCommit` an error does not tell whether the admin was made: the database may have gone before it answered.
 */
export const createFirstAdmin = (
  db: Db,
  admin: { username: string; passwordHash: string },
  now: Date,
  beforeCommit = () => {},
): Promise<User | undefined> =>
  db.transaction().execute(async (tx) => {
    await takeTurn(tx, 'staff');
    if (await hasAdmin(tx)) return undefined;
    const user = await createUser(tx, { ...admin, role: 'admin' }, now);
    beforeCommit();
    return user;
  });

export async function updateUser(
  tx: Db,
  id: string,
  edit: UserEdit,
  actor: Actor,
  seen: Seen,
  by: Changing,
): Promise<User> {
  const before = foundOr(
    'users',
    await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  const newRole = edit.role !== undefined && edit.role !== before.role;
  if (newRole && id === actor.userId) throw new Conflict('You cannot change your own role.');
  if (newRole) await checkNotLastAdmin(tx, before);
  if (edit.username !== undefined) await checkNameIsFree(tx, edit.username, id);
  const row = await tx
    .updateTable('users')
    .set({
      username: edit.username,
      username_key: edit.username && keyOf(edit.username),
      role: edit.role,
      password_hash: edit.passwordHash,
      version: sql`version + 1`,
    })
    .where((user) => user.and(rowAsSeen(id, seen)))
    .returningAll()
    .executeTakeFirst();
  const user = toUser(await changedOr(tx, 'users', id, row));
  if (newRole) await disown(tx, before, user.role, by);
  if (newRole) await endSessions(tx, id);
  else if (edit.passwordHash) await endSessions(tx, id, actor.tokenHash);
  return user;
}

export async function deleteUser(tx: Db, id: string, seen: Seen, by: Changing): Promise<void> {
  const row = await tx
    .deleteFrom('users')
    .where((user) => user.and(rowAsSeen(id, seen)))
    .returningAll()
    .executeTakeFirst();
  const gone = await changedOr(tx, 'users', id, row);
  await disown(tx, gone, '', by);
  if (gone.role === 'admin' && !(await hasAdmin(tx))) throw new Conflict(lastAdmin);
}

const lastAdmin = 'The last admin can be neither deleted nor given another role.';

async function checkNotLastAdmin(tx: Db, user: UserRow): Promise<void> {
  if (user.role === 'admin' && (await countAdmins(tx)) === 1) throw new Conflict(lastAdmin);
}

async function countAdmins(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('total'))
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  return Number(total);
}

async function checkNameIsFree(tx: Db, username: string, exceptId = ''): Promise<void> {
  const taken = await tx
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', keyOf(username))
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  if (taken) throw new Conflict('This username is taken.');
}

/** Normalises a name for comparison: case and compatibility forms of letters do not count. */
export const keyOf = (username: string) => username.trim().normalize('NFKC').toLowerCase();

const toUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  role: row.role,
  version: row.version,
});
