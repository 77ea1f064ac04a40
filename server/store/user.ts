import { sql } from 'kysely';
import type { StaffUser, User } from '#contract/user.ts';
import { Conflict } from '../errors.ts';
import { changedOrThrow, foundOrThrow, type IfVersion, rowAtVersion } from './change.ts';
import type { Actor as HistoryActor } from './history.ts';
import { newId } from './id.ts';
import { takeLock } from './lock.ts';
import { disown } from './owner.ts';
import { endSessions } from './session.ts';
import type { Db } from './store.ts';
import type { UserRow } from './tables.ts';

/** The data of a new user. The caller has hashed the password. */
export interface NewUser {
  username: string;
  role: string;
  passwordHash: string;
  email?: string | null;
}

export type UserEdit = { [Field in keyof NewUser]?: NewUser[Field] | undefined };

/**
 * The user who makes the change, and their session. Nobody may change their own role. A new password ends all sessions
 * of its user except this session.
 */
export interface ActingSession {
  userId: string;
  tokenHash: string;
}

export const listUsers = async (db: Db): Promise<StaffUser[]> =>
  (await db.selectFrom('users').selectAll().orderBy('id', 'desc').execute()).map(toStaffUser);

export interface Credentials {
  user: User;
  passwordHash: string;
}

export async function findCredentials(
  db: Db,
  who: { username: string } | { id: string } | { email: string },
): Promise<Credentials | undefined> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where((user) => {
      if ('id' in who) return user('id', '=', who.id);
      if ('email' in who) return user('email_key', '=', emailKeyOf(who.email));
      return user('username_key', '=', usernameKeyOf(who.username));
    })
    .executeTakeFirst();
  return row && { user: toUser(row), passwordHash: row.password_hash };
}

export const hasAdmin = async (db: Db): Promise<boolean> => (await countAdmins(db)) > 0;

/**
 * Creates a user. The caller must have the lock of staff (`takeLock(tx, 'staff')`), as for every change of users: two
 * admins must not demote each other at the same time.
 */
export async function createUser(tx: Db, user: NewUser, now: Date): Promise<StaffUser> {
  const { email = null } = user;
  await checkNameIsFree(tx, user.username, now);
  await checkAddressIsFree(tx, email, now);
  return toStaffUser(
    await tx
      .insertInto('users')
      .values({
        id: newId(now),
        username: user.username,
        username_key: usernameKeyOf(user.username),
        role: user.role,
        password_hash: user.passwordHash,
        created_at: now.toISOString(),
        version: 1,
        sign_in_email: email,
        email_key: emailKeyOf(email),
        has_second_factor: 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/**
 * Creates the first admin of a new database. Returns undefined if there is an admin, perhaps created by an instance
 * that starts at the same time. After `beforeCommit` was called, the admin may exist even if an error is thrown: the
 * connection may break after the commit.
 */
export const createFirstAdmin = (
  db: Db,
  admin: { username: string; passwordHash: string },
  now: Date,
  beforeCommit = () => {},
): Promise<User | undefined> =>
  db.transaction().execute(async (tx) => {
    await takeLock(tx, 'staff');
    if (await hasAdmin(tx)) return undefined;
    const user = await createUser(tx, { ...admin, role: 'admin' }, now);
    beforeCommit();
    return user;
  });

export async function updateUser(
  tx: Db,
  id: string,
  edit: UserEdit,
  actor: ActingSession,
  ifVersion: IfVersion,
  by: HistoryActor,
): Promise<StaffUser> {
  const before = foundOrThrow(
    'users',
    await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  const isNewRole = edit.role !== undefined && edit.role !== before.role;
  if (isNewRole && id === actor.userId) throw new Conflict('You cannot change your own role.');
  if (isNewRole) await checkNotLastAdmin(tx, before);
  if (edit.username !== undefined) await checkNameIsFree(tx, edit.username, by.now, id);
  if (edit.email !== undefined) await checkAddressIsFree(tx, edit.email, by.now, id);
  const row = await tx
    .updateTable('users')
    .set({
      username: edit.username,
      username_key: edit.username && usernameKeyOf(edit.username),
      role: edit.role,
      password_hash: edit.passwordHash,
      sign_in_email: edit.email,
      email_key: edit.email === undefined ? undefined : emailKeyOf(edit.email),
      version: sql`version + 1`,
    })
    .where((user) => user.and(rowAtVersion(id, ifVersion)))
    .returningAll()
    .executeTakeFirst();
  const user = toStaffUser(await changedOrThrow(tx, 'users', id, row));
  if (isNewRole) {
    await disown(tx, before, user.role, by);
    await endSessions(tx, id);
    await tx.deleteFrom('invitations').where('inviter_id', '=', id).execute();
  } else if (edit.passwordHash) await endSessions(tx, id, actor.tokenHash);
  return user;
}

export async function deleteUser(
  tx: Db,
  id: string,
  ifVersion: IfVersion,
  by: HistoryActor,
): Promise<void> {
  const row = await tx
    .deleteFrom('users')
    .where((user) => user.and(rowAtVersion(id, ifVersion)))
    .returningAll()
    .executeTakeFirst();
  const gone = await changedOrThrow(tx, 'users', id, row);
  await disown(tx, gone, '', by);
  // Checks after the deletion: the error rolls the transaction back.
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

/** Throws Conflict if a user other than `exceptId`, or a valid invitation, has the username. */
export async function checkNameIsFree(
  tx: Db,
  username: string,
  now: Date,
  exceptId = '',
): Promise<void> {
  const taken = await findHolder(tx, 'username_key', usernameKeyOf(username), now, exceptId);
  if (taken) throw new Conflict('This username is taken.');
}

/** Throws Conflict if a user other than `exceptId`, or a valid invitation, has the e-mail address. */
export async function checkAddressIsFree(
  tx: Db,
  email: string | null,
  now: Date,
  exceptId = '',
): Promise<void> {
  const taken = email && (await findHolder(tx, 'email_key', emailKeyOf(email), now, exceptId));
  if (taken) throw new Conflict('Another user, or an invitation, has this e-mail address.');
}

async function findHolder(
  tx: Db,
  column: 'username_key' | 'email_key',
  key: string,
  now: Date,
  exceptId: string,
): Promise<{ id: string } | undefined> {
  const user = tx
    .selectFrom('users')
    .select('id')
    .where(column, '=', key)
    .where('id', '<>', exceptId);
  const invited = tx
    .selectFrom('invitations')
    .select('id')
    .where(column, '=', key)
    .where('ends_at', '>', now.toISOString());
  return (await user.executeTakeFirst()) ?? invited.executeTakeFirst();
}

/** Normalises a username for comparison, which ignores case and compatibility forms of letters. */
export const usernameKeyOf = (username: string) => username.trim().normalize('NFKC').toLowerCase();

/** Normalises an e-mail address for comparison, which ignores case. */
export const emailKeyOf = <Email extends string | null>(email: Email) =>
  (email === null ? null : email.toLowerCase()) as Email;

const toStaffUser = (row: UserRow): StaffUser => ({
  ...toUser(row),
  email: row.sign_in_email,
  hasSecondFactor: row.has_second_factor === 1,
});

const toUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  role: row.role,
  version: row.version,
});
