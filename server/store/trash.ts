import { mostSetAside } from '#contract/inbox.ts';
import type { Trash } from '#contract/trash.ts';
import { trashDays } from '#contract/vocabulary.ts';
import { Conflict, NotFound } from '../errors.ts';
import { toApplication } from './application.ts';
import { changedOrThrow, type IfVersion, rowAtVersion } from './change.ts';
import { toContact } from './contact.ts';
import { eraseSubmission } from './erase.ts';
import { type Actor, automatic, record } from './history.ts';
import { toIdea } from './idea.ts';
import { takeLock } from './lock.ts';
import { saveSubmission } from './receive.ts';
import { eachUnlessChanged } from './review.ts';
import type { Db } from './store.ts';
import { readRowOrBlank, rowOnReturn, suspicionOf } from './stored-submission.ts';
import type { Received, Tables } from './tables.ts';

export async function listTrash(db: Db): Promise<Trash> {
  const itemsOf = async <K extends Received, Item>(kind: K, toItem: (row: Tables[K]) => Item) => {
    const rows = await db
      .selectFrom('trash')
      .selectAll()
      .where('kind', '=', kind)
      .orderBy('deleted_at', 'desc')
      .limit(mostSetAside)
      .execute();
    return rows.map((row) => ({
      ...toItem(readRowOrBlank(kind, row)),
      deletedAt: row.deleted_at,
      deletedBy: row.deleted_by,
    }));
  };
  return {
    ideas: await itemsOf('ideas', toIdea),
    applications: await itemsOf('applications', toApplication),
    contacts: await itemsOf('contacts', toContact),
  };
}

export async function moveToTrash(
  tx: Db,
  kind: Received,
  id: string,
  ifVersion: IfVersion,
  by: Actor,
): Promise<void> {
  const deleted = await tx
    .deleteFrom(kind)
    .where((row) => row.and(rowAtVersion(id, ifVersion)))
    .returningAll()
    .executeTakeFirst();
  await putIntoTrash(tx, kind, await changedOrThrow(tx, kind, id, deleted), by, 'deleted');
}

/** Moves submissions to the trash. Skips those that were changed or deleted meanwhile, and returns their ids. */
export const moveRowsToTrash = (
  tx: Db,
  kind: Received,
  rows: { id: string; version: number }[],
  by: Actor,
): Promise<string[]> =>
  eachUnlessChanged(rows, ({ id, version }) => moveToTrash(tx, kind, id, version, by));

export async function putIntoTrash(
  tx: Db,
  kind: Received,
  row: { id: string; suspicion?: string | undefined },
  by: Actor,
  what: 'deleted' | 'withdrawn',
): Promise<void> {
  await tx
    .insertInto('trash')
    .values({
      id: row.id,
      kind,
      submission: JSON.stringify(row),
      deleted_at: by.now.toISOString(),
      deleted_by: by.username,
    })
    .execute();
  await record(tx, kind, row.id, by, [{ what }]);
}

/**
 * Moves a submission back to its list or to the quarantine, wherever it was before. Its messages, receipt and history
 * were not deleted.
 */
export async function restore(tx: Db, id: string, by: Actor): Promise<void> {
  const { kind, submission } = await takeOut(tx, id);
  const row = await rowFromTrash(tx, kind as Received, submission, by);
  if (!row) throw new Conflict('This submission cannot be read. It can only be deleted.');
  await saveSubmission(
    tx,
    { kind: kind as Received, row, answer: undefined },
    suspicionOf(submission),
  );
  await record(tx, kind as Received, id, by, [{ what: 'restored' }]);
}

/** Returns the row of a submission that leaves the trash, with the next version, or undefined if it cannot be read. */
export async function rowFromTrash<K extends Received>(
  tx: Db,
  kind: K,
  submission: string,
  by: Actor,
): Promise<Tables[K] | undefined> {
  const row = await rowOnReturn(tx, kind, submission, by);
  return row && { ...row, version: row.version + 1 };
}

/** Erases a submission that is in the trash: see `eraseSubmission`. */
export async function deleteForEver(tx: Db, id: string, by: Actor): Promise<void> {
  const { kind } = await takeOut(tx, id);
  await eraseSubmission(tx, kind as Received, id, by);
}

async function takeOut(tx: Db, id: string) {
  const row = await tx
    .deleteFrom('trash')
    .where('id', '=', id)
    .returning(['kind', 'submission'])
    .executeTakeFirst();
  if (!row) throw new NotFound('submission');
  return row;
}

/** Restores several submissions, and returns the ids of those that were still in the trash. */
export async function restoreRows(tx: Db, ids: string[], by: Actor): Promise<string[]> {
  const restored: string[] = [];
  for (const id of ids) if (await unlessGone(restore(tx, id, by))) restored.push(id);
  return restored;
}

/** Returns false if `change` rejects with NotFound, because the submission is no longer in the trash. */
async function unlessGone(change: Promise<void>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return false;
  }
}

/** The number of submissions in one transaction. It is small: staff cannot save anything until the transaction ends. */
const step = 100;

/** Erases submissions that have been in the trash for `trashDays`. */
export async function sweepTrash(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - trashDays * 24 * 60 * 60_000).toISOString();
  for (;;) {
    const due = await db
      .selectFrom('trash')
      .select('id')
      .where('deleted_at', '<=', oldest)
      .limit(step)
      .execute();
    if (due.length === 0) return;
    await db.transaction().execute(async (tx) => {
      await takeLock(tx, 'staff');
      for (const { id } of due) {
        // Another instance may have erased the submission first.
        await unlessGone(deleteForEver(tx, id, { username: automatic, now }));
      }
    });
  }
}
