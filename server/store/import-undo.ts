import type { Import, ImportKind } from '#contract/import.ts';
import type { Suspicion } from '#contract/quarantine.ts';
import { Conflict, NotFound } from '../errors.ts';
import { type Actor, recordAll } from './history.ts';
import { findImport, idsIn, idsOf } from './import.ts';
import { insertAll, receive } from './receive.ts';
import type { Db } from './store.ts';
import { suspicionOf, withSuspicion } from './stored-submission.ts';
import type { Tables } from './tables.ts';
import { rowFromTrash } from './trash.ts';

/** Undoes an import, and restores an import that was undone: see decision 053. */

/**
 * Moves all rows of an import from their list or the quarantine to the trash, also those that were changed since.
 * Changes nothing if the import is undone already.
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
  for await (const ids of idsOf(tx, id)) {
    const listed = await tx
      // The cast: TypeScript does not resolve the columns of a generic table.
      .deleteFrom(found.kind as 'ideas')
      .where('id', 'in', ids)
      .returningAll()
      .execute();
    const held = await tx.deleteFrom('quarantine').where('id', 'in', ids).returningAll().execute();
    const gone = [
      ...listed.map((row) => ({ id: row.id, submission: JSON.stringify(row) })),
      ...held.map(({ id, submission, suspicion }) => ({
        id,
        submission: withSuspicion(submission, suspicion),
      })),
    ];
    if (gone.length === 0) continue;
    const where = { kind: found.kind, deleted_at: undone_at, deleted_by: by.username };
    await tx
      .insertInto('trash')
      .values(gone.map((row) => ({ ...row, ...where })))
      .execute();
    await recordAll(tx, found.kind, idsIn(gone), by, { what: 'import undone' });
  }
  await tx
    .updateTable('imports')
    .set({ undone_at, undone_by: by.username })
    .where('id', '=', id)
    .execute();
  return { ...found, undoneAt: undone_at, undoneBy: by.username };
}

/**
 * Moves the rows that the undo of an import has put into the trash back to their list or to the quarantine. Rows that
 * were deleted before the undo stay in the trash.
 */
export async function restoreImport(tx: Db, id: string, by: Actor): Promise<Import> {
  const found = await findImport(tx, id);
  if (!found) throw new NotFound('import');
  if (!found.undoneAt) return found;
  let restored = 0;
  for await (const ids of idsOf(tx, id)) {
    const { listed, held } = await takeFromTrash(tx, found.kind, ids, found.undoneAt, by);
    if (listed.length > 0) await insertAll(tx, found.kind, listed);
    for (const { row, suspicion } of held) {
      await receive(tx, { kind: found.kind, row, answer: undefined }, suspicion);
    }
    const back = [...idsIn(listed), ...held.map(({ row }) => row.id)];
    await recordAll(tx, found.kind, back, by, { what: 'import restored' });
    restored += back.length;
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
  /**
   * Rows that were in the quarantine when the import was undone. They go back there, so that visitors do not see them.
   */
  held: { row: Tables[ImportKind]; suspicion: Suspicion }[];
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
  const taken: Taken = { listed: [], held: [] };
  const read: string[] = [];
  for (const { submission } of deleted) {
    const row = await rowFromTrash(tx, kind, submission, by);
    // A row with damaged JSON stays in the trash, where staff see it.
    if (!row) continue;
    const suspicion = suspicionOf(submission);
    if (suspicion) taken.held.push({ row, suspicion });
    else taken.listed.push(row);
    read.push(row.id);
  }
  if (read.length > 0) await tx.deleteFrom('trash').where('id', 'in', read).execute();
  return taken;
}
