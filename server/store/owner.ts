import { sql } from 'kysely';
import { canOpen } from '#contract/access.ts';
import { Invalid } from '../errors.ts';
import { facets } from './facets.ts';
import { type Actor, record } from './history.ts';
import type { Db } from './store.ts';
import { type Received, received } from './tables.ts';

/** Returns the username of a user. Throws Invalid if the user is missing or may not open submissions of this kind. */
export async function findOwner(tx: Db, kind: Received, id: string): Promise<string> {
  if (await mayOwn(tx, kind, id)) return (await usernameOf(tx, id)) ?? '';
  throw new Invalid({ ownerId: 'Choose a member of staff who may open this.' });
}

/** Returns true if the user exists and has a role that may open submissions of this kind. */
export async function mayOwn(db: Db, kind: Received, id: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst();
  return user !== undefined && canOpen(user.role, kind);
}

export async function usernameOf(db: Db, id: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', id)
    .executeTakeFirst();
  return user?.username;
}

/**
 * Removes a user as owner of the submissions that the user's new `role` may not open: all, if `role` is empty because
 * the user was deleted. Submissions in the quarantine and in the trash keep their owner.
 */
export async function disown(
  tx: Db,
  user: { id: string; username: string },
  role: string,
  by: Actor,
): Promise<void> {
  for (const kind of received.filter((kind) => !canOpen(role, kind))) {
    const owned = await tx
      .selectFrom('facets')
      .select('submission_id as id')
      .where('kind', '=', kind)
      .where('value', '=', facets.owner(user.id))
      .execute();
    for (const { id } of owned) {
      await tx
        .updateTable(kind)
        .set({ owner_id: null, version: sql`version + 1` })
        .where('id', '=', id)
        .execute();
      await record(tx, kind, id, by, [{ what: 'owner', before: user.username }]);
    }
  }
}
