import { sql } from 'kysely';
import { NotFound, Stale } from '../errors.ts';
import { changedOrThrow, type IfVersion, rowAtVersion } from './change.ts';
import { duplicatesToTell } from './duplicate.ts';
import { queueFollowerMails } from './follow.ts';
import { type Actor, type Change, record } from './history.ts';
import { queueMail, queueMails, queueWebhooks } from './outbox.ts';
import { findOwner, usernameOf } from './owner.ts';
import type { Db } from './store.ts';
import type { Received, Tables } from './tables.ts';

/** A decision of staff about a submission. Undefined fields stay as they are. */
interface Decision {
  status?: string | undefined;
  notes?: string | null | undefined;
  answer?: string | null | undefined;
  /** Null removes the owner. */
  ownerId?: string | null | undefined;
}

/**
 * Saves a decision of staff, and adds each change to the history. A new status or answer of an idea is always mailed to
 * its followers. A new status is always sent to the webhooks, except for contacts. With `tell`, a new status or answer
 * is also mailed to the sender, and to the senders of an idea's duplicates.
 */
export async function reviewRow<K extends Received>(
  tx: Db,
  kind: K,
  id: string,
  { ownerId, ...decision }: Decision,
  ifVersion: IfVersion,
  by: Actor,
  tell = false,
): Promise<Tables[K]> {
  // TypeScript does not resolve the columns of a generic table. No caller sets a column that the table does not have.
  const table = kind as 'ideas';
  const owner = ownerId ? await findOwner(tx, kind, ownerId) : undefined;
  const before = await tx.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
  const row = await tx
    .updateTable(table)
    .set({ ...decision, owner_id: ownerId, version: sql`version + 1` })
    .where((row) => row.and(rowAtVersion(id, ifVersion)))
    .returningAll()
    .executeTakeFirst();
  const after = await changedOrThrow(tx, kind, id, row);
  const changes: Change[] = (['status', 'notes', 'answer'] as const)
    .filter((what) => decision[what] !== undefined && before?.[what] !== after[what])
    .map((what) => ({ what, before: before?.[what], after: after[what] }));
  if (before && before.owner_id !== after.owner_id) {
    const last = before.owner_id ? await usernameOf(tx, before.owner_id) : undefined;
    changes.push({ what: 'owner', before: last, after: owner });
  }
  await record(tx, kind, id, by, changes);
  const isNews = changes.some(({ what }) => what === 'status' || what === 'answer');
  if (isNews && kind === 'ideas') await queueFollowerMails(tx, id, by.now);
  // The status of a contact is not a decision: it says only whether staff have read and answered the message.
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

/** The id of a submission, and the version that the member of staff has seen. */
interface SeenRow {
  id: string;
  version: number;
}

/** Reviews several submissions. Skips those that somebody has changed or deleted meanwhile, and returns their ids. */
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

/** Calls `change` for each row. Returns the ids of the rows for which it throws Stale or NotFound. */
export async function eachUnlessChanged(
  rows: SeenRow[],
  change: (row: SeenRow) => Promise<unknown>,
): Promise<string[]> {
  const skipped: string[] = [];
  for (const row of rows) {
    try {
      await change(row);
    } catch (error) {
      if (!(error instanceof Stale || error instanceof NotFound)) throw error;
      skipped.push(row.id);
    }
  }
  return skipped;
}
