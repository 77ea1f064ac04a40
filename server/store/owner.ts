import { sql } from 'kysely';
import { canOpen } from '#contract/access.ts';
import { Invalid } from '../errors.ts';
import { facets } from './facets.ts';
import type { Db } from './store.ts';
import { type Received, received } from './tables.ts';

/** The username of a member of staff who may look after submissions of this kind. */
export async function findOwner(tx: Db, kind: Received, id: string): Promise<string> {
  const user = await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (!user || !canOpen(user.role, kind)) {
    throw new Invalid({ ownerId: 'Choose a member of staff who may open this.' });
  }
  return user.username;
}

export async function usernameOf(db: Db, id: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', id)
    .executeTakeFirst();
  return user?.username;
}

/** Takes from a user all submissions of the kinds that the role may not open; without a role, all. */
export async function disown(tx: Db, userId: string, role = ''): Promise<void> {
  for (const kind of received.filter((kind) => !canOpen(role, kind))) {
    const owned = tx
      .selectFrom('facets')
      .select('submission_id')
      .where('kind', '=', kind)
      .where('value', '=', facets.owner(userId));
    await tx
      // TypeScript does not resolve the columns of a generic table.
      .updateTable(kind as 'ideas')
      .set({ owner_id: null, version: sql`version + 1` })
      .where('id', 'in', owned)
      .execute();
  }
}
