import { sql } from 'kysely';
import { NotFound, Stale } from '../errors.ts';
import { changedOr, rowAsSeen, type Seen } from './change.ts';
import { duplicatesToTell } from './duplicate.ts';
import { queueNews } from './follow.ts';
import { type Actor, type Change, record } from './history.ts';
import { queueMail, queueMails, queueWebhooks } from './outbox.ts';
import { findOwner, usernameOf } from './owner.ts';
import type { Db } from './store.ts';
import type { Received, Tables } from './tables.ts';

/** The decision of staff. Fields that are undefined stay as they are. */
interface Decision {
  status?: string | undefined;
  notes?: string | null | undefined;
  answer?: string | null | undefined;
  /** Null: nobody. */
  ownerId?: string | null | undefined;
}

/**
 * Changes a submission as staff decide, and adds each difference to its history. With `tell`, a new status or answer is
 * mailed to the sender, and to the senders of duplicates. Followers of an idea, and webhooks, hear of it always.
 */
export async function reviewRow<K extends Received>(
  tx: Db,
  kind: K,
  id: string,
  { ownerId, ...decision }: Decision,
  seen: Seen,
  by: Actor,
  tell = false,
): Promise<Tables[K]> {
  // TypeScript does not resolve the columns of a generic table; a kind without a column gets no value for it.
  const table = kind as 'ideas';
  const owner = ownerId ? await findOwner(tx, kind, ownerId) : undefined;
  const before = await tx.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
  const row = await tx
    .updateTable(table)
    .set({ ...decision, owner_id: ownerId, version: sql`version + 1` })
    .where((row) => row.and(rowAsSeen(id, seen)))
    .returningAll()
    .executeTakeFirst();
  const after = await changedOr(tx, kind, id, row);
  const changes: Change[] = (['status', 'notes', 'answer'] as const)
    .filter((what) => decision[what] !== undefined && before?.[what] !== after[what])
    .map((what) => ({ what, before: before?.[what], after: after[what] }));
  if (before && before.owner_id !== after.owner_id) {
    const last = before.owner_id ? await usernameOf(tx, before.owner_id) : undefined;
    changes.push({ what: 'owner', before: last, after: owner });
  }
  await record(tx, kind, id, by, changes);
  const isNews = changes.some(({ what }) => what === 'status' || what === 'answer');
  if (isNews && kind === 'ideas') await queueNews(tx, id, by.now);
  // A message of a visitor is read and answered, and not decided about.
  if (kind !== 'contacts' && changes.some(({ what }) => what === 'status')) {
    await queueWebhooks(tx, 'decided', kind, id, by.webhooks ?? [], by.now);
  }
  if (tell && isNews) {
    await queueMail(tx, 'decision', kind, id, by.now);
    if (kind === 'ideas') {
      await queueMails(tx, 'same', kind, await duplicatesToTell(tx, id), by.now);
    }
  }
  return after as unknown as Tables[K];
}

/** A submission as a member of staff has seen it. */
interface SeenRow {
  id: string;
  version: number;
}

/** Reviews several submissions. Those that somebody has changed or deleted meanwhile stay as they are, and are returned. */
export const reviewRows = (
  tx: Db,
  kind: Received,
  rows: SeenRow[],
  decision: Decision,
  by: Actor,
  tell = false,
): Promise<string[]> =>
  eachUnlessChanged(rows, ({ id, version }) =>
    reviewRow(tx, kind, id, decision, version, by, tell),
  );

/** Changes each of the rows; returns the ids of those that are no longer as they were seen. */
export async function eachUnlessChanged(
  rows: SeenRow[],
  change: (row: SeenRow) => Promise<unknown>,
): Promise<string[]> {
  const left: string[] = [];
  for (const row of rows) {
    try {
      await change(row);
    } catch (error) {
      if (!(error instanceof Stale || error instanceof NotFound)) throw error;
      left.push(row.id);
    }
  }
  return left;
}
