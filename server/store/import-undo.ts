import type { Import, ImportKind } from '#contract/import.ts';
import type { Suspicion } from '#contract/quarantine.ts';
import { Conflict, NotFound } from '../errors.ts';
import { type Actor, recordAll } from './history.ts';
import { findImport, idsIn, submissionIdsOf } from './import.ts';
import { insertWithoutTexts, saveSubmission } from './receive.ts';
import type { Db } from './store.ts';
import { suspicionOf, withSuspicion } from './stored-submission.ts';
import type { Tables } from './tables.ts';
import { rowFromTrash } from './trash.ts';

/**
 * Moves all submissions of an import to the trash, also those that were changed since or are in the quarantine
 * (decision 053). Changes nothing if the import is undone already.
 */
export async function undoImport(
  tx: Db,
  id: string,
  by: Actor & { username: string },
): Promise<Import> {
  const found = await findImport(tx, id);
  if (!found) throw new NotFound('import');
  if (found.undoneAt) return found;
  const undone_at = by.now.toISOString();
  for await (const ids of submissionIdsOf(tx, id)) {
    const listed = await tx.deleteFrom(found.kind).where('id', 'in', ids).returningAll().execute();
    const quarantined = await tx
      .deleteFrom('quarantine')
      .where('id', 'in', ids)
      .returningAll()
      .execute();
    const deleted = [
      ...listed.map((row) => ({ id: row.id, submission: JSON.stringify(row) })),
      ...quarantined.map(({ id, submission, suspicion }) => ({
        id,
        submission: withSuspicion(submission, suspicion),
      })),
    ];
    if (deleted.length === 0) continue;
    const deletion = { kind: found.kind, deleted_at: undone_at, deleted_by: by.username };
    await tx
      .insertInto('trash')
      .values(deleted.map((row) => ({ ...row, ...deletion })))
      .execute();
    await recordAll(tx, found.kind, idsIn(deleted), by, { what: 'import undone' });
  }
  await tx
    .updateTable('imports')
    .set({ undone_at, undone_by: by.username })
    .where('id', '=', id)
    .execute();
  return { ...found, undoneAt: undone_at, undoneBy: by.username };
}

/**
 * Moves the submissions that the undo of an import has put into the trash back to their list or to the quarantine.
 * Submissions that were deleted before the undo stay in the trash.
 */
export async function restoreImport(tx: Db, id: string, by: Actor): Promise<Import> {
  const found = await findImport(tx, id);
  if (!found) throw new NotFound('import');
  if (!found.undoneAt) return found;
  let restored = 0;
  for await (const ids of submissionIdsOf(tx, id)) {
    const { listed, quarantined } = await takeFromTrash(tx, found.kind, ids, found.undoneAt, by);
    if (listed.length > 0) await insertWithoutTexts(tx, found.kind, listed);
    for (const { row, suspicion } of quarantined) {
      await saveSubmission(tx, { kind: found.kind, row, answer: undefined }, suspicion);
    }
    const restoredIds = [...idsIn(listed), ...quarantined.map(({ row }) => row.id)];
    await recordAll(tx, found.kind, restoredIds, by, { what: 'import restored' });
    restored += restoredIds.length;
  }
  if (restored === 0) throw new Conflict('The trash has no rows of this import any more.');
  await tx
    .updateTable('imports')
    .set({ undone_at: null, undone_by: null })
    .where('id', '=', id)
    .execute();
  return { ...found, undoneAt: null, undoneBy: null };
}

interface Taken {
  listed: Tables[ImportKind][];
  /** Rows that were in the quarantine before. They must return there, so that visitors do not see them. */
  quarantined: { row: Tables[ImportKind]; suspicion: Suspicion }[];
}

async function takeFromTrash(
  tx: Db,
  kind: ImportKind,
  ids: string[],
  deletedAt: string,
  by: Actor,
): Promise<Taken> {
  const deleted = await tx
    .selectFrom('trash')
    .select(['id', 'submission'])
    .where('id', 'in', ids)
    .where('deleted_at', '=', deletedAt)
    .execute();
  const taken: Taken = { listed: [], quarantined: [] };
  const takenIds: string[] = [];
  for (const { submission } of deleted) {
    const row = await rowFromTrash(tx, kind, submission, by);
    // A row with damaged JSON stays in the trash, where staff see it.
    if (!row) continue;
    const suspicion = suspicionOf(submission);
    if (suspicion) taken.quarantined.push({ row, suspicion });
    else taken.listed.push(row);
    takenIds.push(row.id);
  }
  if (takenIds.length > 0) await tx.deleteFrom('trash').where('id', 'in', takenIds).execute();
  return taken;
}
