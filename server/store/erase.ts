import { unmarkDuplicates } from './duplicate.ts';
import { eraseFollows } from './follow.ts';
import { type Actor, automatic, eraseHistory, record } from './history.ts';
import { erasePresses } from './press.ts';
import type { Db } from './store.ts';
import { type Received, received } from './tables.ts';

/**
 * Deletes a submission from its list, the quarantine or the trash, with all personal data that belongs to it. The
 * tables `erasures` and `history` keep its id.
 */
export async function eraseSubmission(
  tx: Db,
  kind: Received,
  id: string,
  by: Actor,
): Promise<void> {
  for (const table of [kind, 'quarantine', 'trash'] as const) {
    await tx.deleteFrom(table).where('id', '=', id).execute();
  }
  await tx.deleteFrom('imported_rows').where('submission_id', '=', id).execute();
  await deleteSenderData(tx, id);
  if (kind === 'ideas') {
    await unmarkDuplicates(tx, id, by);
    await erasePresses(tx, id);
    await eraseFollows(tx, id);
    await deleteConnections(tx, id);
  }
  await record(tx, kind, id, by, [{ what: 'erased' }]);
  await tx
    .insertInto('erasures')
    .values({ submission_id: id, erased_at: by.now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Deletes the personal data of a submission in other tables: receipts, messages, rows of the outbox, stored responses
 * of `idempotency_keys`, the values in the history, and the hash of the imported row.
 */
export async function deleteSenderData(tx: Db, id: string): Promise<void> {
  for (const table of ['receipts', 'messages', 'outbox', 'idempotency_keys'] as const) {
    await tx.deleteFrom(table).where('submission_id', '=', id).execute();
  }
  await tx
    .updateTable('imported_rows')
    .set({ row_hash: null })
    .where('submission_id', '=', id)
    .execute();
  await eraseHistory(tx, id);
}

async function deleteConnections(tx: Db, id: string): Promise<void> {
  await tx
    .deleteFrom('connections')
    .where((row) =>
      row.or([
        row.and({ from_kind: 'ideas', from_id: id }),
        row.and({ to_kind: 'ideas', to_id: id }),
      ]),
    )
    .execute();
}

/** Lists the ids of erased submissions; none if the database is of an older version without the table `erasures`. */
export async function listErasures(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'erasures')) return [];
  const rows = await db.selectFrom('erasures').select('submission_id').execute();
  return rows.map((row) => row.submission_id);
}

/** Erases submissions that a restored backup has brought back. */
export async function eraseAgain(tx: Db, ids: string[], now: Date): Promise<void> {
  for (const id of ids) {
    for (const kind of received) {
      if (await isThere(tx, kind, id))
        await eraseSubmission(tx, kind, id, { username: automatic, now });
    }
  }
}

async function isThere(tx: Db, kind: Received, id: string): Promise<boolean> {
  const inList = tx.selectFrom(kind).select('id').where('id', '=', id);
  const inTrash = tx
    .selectFrom('trash')
    .select('id')
    .where((row) => row.and({ id, kind }));
  const inQuarantine = tx
    .selectFrom('quarantine')
    .select('id')
    .where((row) => row.and({ id, kind }));
  for (const query of [inList, inTrash, inQuarantine])
    if (await query.executeTakeFirst()) return true;
  return false;
}
