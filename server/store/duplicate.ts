import { sql } from 'kysely';
import type { IdeaLink } from '#contract/idea.ts';
import { Conflict, NotFound } from '../errors.ts';
import { changedOrThrow, type IfVersion, rowAtVersion } from './change.ts';
import { type Actor, record } from './history.ts';
import type { Db } from './store.ts';
import type { IdeaRow } from './tables.ts';

/**
 * Staff mark an idea as a duplicate of another idea, its main idea. A main idea is never a duplicate itself, so there
 * are no chains and no cycles. While the main idea is in the trash or the quarantine, its duplicates keep its id in
 * `duplicate_of`, but their pages do not show the main idea.
 */

/**
 * Marks the idea `id` as a duplicate of the idea `otherId`. If `otherId` is a duplicate itself, uses its main idea
 * instead. Existing duplicates of `id` get the same main idea. If `otherId` is null, removes the mark.
 */
export async function markDuplicate(
  tx: Db,
  id: string,
  otherId: string | null,
  ifVersion: IfVersion,
  by: Actor,
): Promise<IdeaRow> {
  const main = otherId === null ? null : await findMainFor(tx, id, otherId);
  const before = await tx
    .selectFrom('ideas')
    .select('duplicate_of')
    .where('id', '=', id)
    .executeTakeFirst();
  const row = await tx
    .updateTable('ideas')
    .set({ duplicate_of: main, version: sql`version + 1` })
    .where((row) => row.and(rowAtVersion(id, ifVersion)))
    .returningAll()
    .executeTakeFirst();
  const after = await changedOrThrow(tx, 'ideas', id, row);
  if (before?.duplicate_of !== main) {
    await recordMark(tx, id, before?.duplicate_of ?? null, main, by);
  }
  if (main !== null) await moveDuplicates(tx, id, main, by);
  return after;
}

/** Returns the id of the main idea of `otherId`, or `otherId` if that idea is not a duplicate. */
async function findMainFor(tx: Db, id: string, otherId: string): Promise<string> {
  const other = await tx
    .selectFrom('ideas')
    .select(['id', 'duplicate_of'])
    .where('id', '=', otherId)
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

/** Turns the duplicates of the idea `from` into duplicates of `to`, or removes their marks if `to` is null. */
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

/** Removes the marks of the duplicates of an idea that is being erased. */
export const unmarkDuplicates = (tx: Db, id: string, by: Actor): Promise<void> =>
  moveDuplicates(tx, id, null, by);

/**
 * Returns the row of an idea that comes back from the trash or the quarantine, with an updated `duplicate_of`.
 * Meanwhile the main idea may have become a duplicate itself, or may have been erased. If the idea is still a
 * duplicate, its own duplicates become duplicates of its main idea.
 */
export async function rowWithCurrentMain(tx: Db, row: IdeaRow, by: Actor): Promise<IdeaRow> {
  const main = await findMainOnReturn(tx, row);
  if (main !== null) await moveDuplicates(tx, row.id, main, by);
  return { ...row, duplicate_of: main };
}

async function findMainOnReturn(tx: Db, { id, duplicate_of }: IdeaRow): Promise<string | null> {
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

/** Finds the main idea of an idea. Returns null if there is none, or if it is in the trash or the quarantine. */
export async function findMain(db: Db, id: string): Promise<IdeaLink | null> {
  const row = await db
    .selectFrom('ideas')
    .innerJoin('ideas as main', 'main.id', 'ideas.duplicate_of')
    .select(['main.id', 'main.title', 'main.created_at'])
    .where('ideas.id', '=', id)
    .executeTakeFirst();
  return row ? { id: row.id, title: row.title, createdAt: row.created_at } : null;
}

/** Returns the ids of an idea's duplicates, outside of trash and quarantine, whose senders gave an e-mail address. */
export async function duplicatesToTell(tx: Db, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('ideas')
    .select('id')
    .where('duplicate_of', '=', id)
    .where('email', 'is not', null)
    .execute();
  return rows.map((row) => row.id);
}
