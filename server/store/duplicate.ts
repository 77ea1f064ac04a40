import { sql } from 'kysely';
import type { IdeaLink } from '#contract/idea.ts';
import { Conflict, NotFound } from '../errors.ts';
import { changedOr, rowAsSeen, type Seen } from './change.ts';
import { type Actor, record } from './history.ts';
import type { Db } from './store.ts';
import type { IdeaRow } from './tables.ts';

/**
 * Staff mark an idea as a duplicate of another one, its main idea. A main idea is never a duplicate itself, so there are
 * no chains and no cycles. While the main idea is in the trash or held back, its duplicates keep its id, and show nothing.
 */

/** Marks an idea as a duplicate of another one, or of none. Its own duplicates then belong to the other one as well. */
export async function markDuplicate(
  tx: Db,
  id: string,
  of: string | null,
  seen: Seen,
  by: Actor,
): Promise<IdeaRow> {
  const main = of === null ? null : await mainFor(tx, id, of);
  const before = await tx
    .selectFrom('ideas')
    .select('duplicate_of')
    .where('id', '=', id)
    .executeTakeFirst();
  const row = await tx
    .updateTable('ideas')
    .set({ duplicate_of: main, version: sql`version + 1` })
    .where((row) => row.and(rowAsSeen(id, seen)))
    .returningAll()
    .executeTakeFirst();
  const after = await changedOr(tx, 'ideas', id, row);
  if (before?.duplicate_of !== main) {
    await recordMark(tx, id, before?.duplicate_of ?? null, main, by);
  }
  if (main !== null) await moveDuplicates(tx, id, main, by);
  return after;
}

/** The main idea that `of` stands for. */
async function mainFor(tx: Db, id: string, of: string): Promise<string> {
  const other = await tx
    .selectFrom('ideas')
    .select(['id', 'duplicate_of'])
    .where('id', '=', of)
    .executeTakeFirst();
  if (!other) throw new NotFound('idea');
  const main = other.duplicate_of ?? other.id;
  if (main === id) {
    throw new Conflict(
      other.id === id
        ? 'An idea cannot be a duplicate of itself.'
        : 'The other idea is marked as a duplicate of this one. Remove that mark first.',
    );
  }
  if (main !== other.id && !(await isInList(tx, main))) {
    throw new Conflict('The other idea is a duplicate of one that is not public now.');
  }
  return main;
}

const isInList = async (db: Db, id: string): Promise<boolean> =>
  Boolean(await db.selectFrom('ideas').select('id').where('id', '=', id).executeTakeFirst());

/** Gives the duplicates of one idea to another one, or to none. */
async function moveDuplicates(tx: Db, from: string, to: string | null, by: Actor): Promise<void> {
  const moved = await tx
    .updateTable('ideas')
    .set({ duplicate_of: to, version: sql`version + 1` })
    .where('duplicate_of', '=', from)
    .returning('id')
    .execute();
  for (const { id } of moved) await recordMark(tx, id, from, to, by);
}

const recordMark = (tx: Db, id: string, before: string | null, after: string | null, by: Actor) =>
  record(tx, 'ideas', id, by, [{ what: 'duplicate', before, after }]);

/** Removes the marks that lead to an idea that is erased. */
export const forgetMain = (tx: Db, id: string, by: Actor): Promise<void> =>
  moveDuplicates(tx, id, null, by);

/**
 * An idea that comes back to the list from the trash or the quarantine. Meanwhile its main idea may have become a
 * duplicate itself, or have been erased; and other ideas that came back may lead to this one.
 */
export async function asReturned(tx: Db, row: IdeaRow, by: Actor): Promise<IdeaRow> {
  const main = await mainOnReturn(tx, row);
  if (main !== null) await moveDuplicates(tx, row.id, main, by);
  return { ...row, duplicate_of: main };
}

async function mainOnReturn(tx: Db, { id, duplicate_of }: IdeaRow): Promise<string | null> {
  if (duplicate_of === null) return null;
  const main = await tx
    .selectFrom('ideas')
    .select('duplicate_of')
    .where('id', '=', duplicate_of)
    .executeTakeFirst();
  if (main) return main.duplicate_of === id ? null : (main.duplicate_of ?? duplicate_of);
  const erased = await tx
    .selectFrom('erasures')
    .select('submission_id')
    .where('submission_id', '=', duplicate_of)
    .executeTakeFirst();
  return erased ? null : duplicate_of;
}

/** The main idea of a duplicate, if it is public. */
export async function findMain(db: Db, id: string): Promise<IdeaLink | null> {
  const row = await db
    .selectFrom('ideas')
    .innerJoin('ideas as main', 'main.id', 'ideas.duplicate_of')
    .select(['main.id', 'main.title', 'main.created_at'])
    .where('ideas.id', '=', id)
    .executeTakeFirst();
  return row ? { id: row.id, title: row.title, createdAt: row.created_at } : null;
}

/** The public duplicates of an idea whose senders gave an address. */
export async function duplicatesToTell(tx: Db, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('ideas')
    .select('id')
    .where('duplicate_of', '=', id)
    .where('email', 'is not', null)
    .execute();
  return rows.map((row) => row.id);
}
