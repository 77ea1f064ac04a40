import { sql } from 'kysely';
import { changedOr, rowAsSeen, type Seen } from './change.ts';
import { type Actor, record } from './history.ts';
import { queueMail } from './outbox.ts';
import type { Db } from './store.ts';
import type { IdeaRow, Received, Tables } from './tables.ts';

/** The columns that staff write. Those that are undefined stay as they are. */
type Decision = { [Column in 'status' | 'notes' | 'answer']?: IdeaRow[Column] | undefined };

/**
 * Changes a submission as staff decide, and adds each difference to its history. With `tell`, a new status or answer is
 * mailed to the sender.
 */
export async function reviewRow<K extends Received>(
  tx: Db,
  kind: K,
  id: string,
  decision: Decision,
  seen: Seen,
  by: Actor,
  tell = false,
): Promise<Tables[K]> {
  // TypeScript does not resolve the columns of a generic table; a kind without a column gets no value for it.
  const table = kind as 'ideas';
  const before = await tx.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
  const row = await tx
    .updateTable(table)
    .set({ ...decision, version: sql`version + 1` })
    .where((row) => row.and(rowAsSeen(id, seen)))
    .returningAll()
    .executeTakeFirst();
  const after = await changedOr(tx, kind, id, row);
  const changes = (['status', 'notes', 'answer'] as const)
    .filter((what) => decision[what] !== undefined && before?.[what] !== after[what])
    .map((what) => ({ what, before: before?.[what], after: after[what] }));
  await record(tx, kind, id, by, changes);
  if (tell && changes.some(({ what }) => what !== 'notes')) {
    await queueMail(tx, 'decision', kind, id, by.now);
  }
  return after as unknown as Tables[K];
}
