import type { Import, ImportKind } from '#contract/import.ts';
import { Conflict, NotFound } from '../errors.ts';
import { asReturned } from './duplicate.ts';
import { type Actor, recordAll } from './history.ts';
import { findImport, idsIn, idsOf } from './import.ts';
import { mayOwn } from './owner.ts';
import { insertAll, receive } from './receive.ts';
import type { Db } from './store.ts';
import { readRow } from './stored-submission.ts';
import type { IdeaRow, Tables } from './tables.ts';

/** The undo of an import, and the undo of that: see decision 053. */

/** Marks, in the history, a row that was held back when its import was undone. */
const wasHeld = 'held';

/** Moves all rows of an import to the trash, also those that were changed since. Undone again, it stays as it is. */
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
      // TypeScript does not resolve the columns of a generic table.
      .deleteFrom(found.kind as 'ideas')
      .where('id', 'in', ids)
      .returningAll()
      .execute();
    const held = await tx.deleteFrom('quarantine').where('id', 'in', ids).returningAll().execute();
    const gone = [
      ...listed.map((row) => ({ id: row.id, submission: JSON.stringify(row) })),
      ...held.map(({ id, submission }) => ({ id, submission })),
    ];
    if (gone.length === 0) continue;
    const where = { kind: found.kind, deleted_at: undone_at, deleted_by: by.username };
    await tx
      .insertInto('trash')
      .values(gone.map((row) => ({ ...row, ...where })))
      .execute();
    const undone = { what: 'import undone' } as const;
    await recordAll(tx, found.kind, idsIn(listed), by, undone);
    await recordAll(tx, found.kind, idsIn(held), by, { ...undone, before: wasHeld });
  }
  await tx
    .updateTable('imports')
    .set({ undone_at, undone_by: by.username })
    .where('id', '=', id)
    .execute();
  return { ...found, undoneAt: undone_at, undoneBy: by.username };
}

/** Moves the rows that the undo of an import has moved to the trash back: to their list, or to the quarantine. Those deleted before stay there. */
export async function restoreImport(tx: Db, id: string, by: Actor): Promise<Import> {
  const found = await findImport(tx, id);
  if (!found) throw new NotFound('import');
  if (!found.undoneAt) return found;
  let restored = 0;
  for await (const ids of idsOf(tx, id)) {
    const rows = await takeFromTrash(tx, found.kind, ids, found.undoneAt, by);
    if (rows.length === 0) continue;
    const held = await heldBefore(tx, idsIn(rows), found.undoneAt);
    const listed = rows.filter((row) => !held.has(row.id));
    if (listed.length > 0) await insertAll(tx, found.kind, listed);
    for (const row of rows.filter((row) => held.has(row.id))) {
      await receive(tx, { kind: found.kind, row, answer: undefined }, 'staff');
    }
    await recordAll(tx, found.kind, idsIn(rows), by, { what: 'import restored' });
    restored += rows.length;
  }
  if (restored === 0) throw new Conflict('The trash has no rows of this import any more.');
  await tx
    .updateTable('imports')
    .set({ undone_at: null, undone_by: null })
    .where('id', '=', id)
    .execute();
  return { ...found, undoneAt: null, undoneBy: null };
}

/** The ids of the rows that visitors did not see when the import was undone, and so must not see now. */
async function heldBefore(tx: Db, ids: string[], undoneAt: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('history')
    .select('submission_id')
    .where('submission_id', 'in', ids)
    .where('what', '=', 'import undone')
    .where('before', '=', wasHeld)
    .where('created_at', '=', undoneAt)
    .execute();
  return new Set(rows.map((row) => row.submission_id));
}

async function takeFromTrash(
  tx: Db,
  kind: ImportKind,
  ids: string[],
  deletedAt: string,
  by: Actor,
): Promise<Tables[ImportKind][]> {
  const deleted = await tx
    .selectFrom('trash')
    .select(['id', 'submission'])
    .where('id', 'in', ids)
    .where('deleted_at', '=', deletedAt)
    .execute();
  const rows: Tables[ImportKind][] = [];
  for (const { submission } of deleted) {
    const row = readRow(kind, submission);
    // A row that cannot be read stays in the trash, where staff see it.
    if (!row) continue;
    const isOwned = row.owner_id !== null && (await mayOwn(tx, kind, row.owner_id));
    const back = kind === 'ideas' ? await asReturned(tx, row as IdeaRow, by) : row;
    rows.push({ ...back, owner_id: isOwned ? row.owner_id : null, version: row.version + 1 });
  }
  if (rows.length > 0) {
    await tx.deleteFrom('trash').where('id', 'in', idsIn(rows)).execute();
  }
  return rows;
}
