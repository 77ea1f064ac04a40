import { mostSetAside } from '#contract/inbox.ts';
import type { Quarantine, Suspicion } from '#contract/quarantine.ts';
import { Conflict, NotFound } from '../errors.ts';
import { toApplication } from './application.ts';
import { changedOrThrow, type IfVersion, rowAtVersion } from './change.ts';
import { toContact } from './contact.ts';
import { eraseSubmission } from './erase.ts';
import { type Actor, record } from './history.ts';
import { toIdea } from './idea.ts';
import { queueReceipt, queueWebhooks } from './outbox.ts';
import { insertSubmission } from './receive.ts';
import type { Db } from './store.ts';
import { readRowOrBlank, rowOnReturn } from './stored-submission.ts';
import type { Received, Tables } from './tables.ts';

export async function listQuarantine(db: Db): Promise<Quarantine> {
  const itemsOf = async <K extends Received, Item>(kind: K, toItem: (row: Tables[K]) => Item) => {
    const rows = await db
      .selectFrom('quarantine')
      .selectAll()
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .limit(mostSetAside)
      .execute();
    return rows.map((row) => ({
      ...toItem(readRowOrBlank(kind, row)),
      suspicion: row.suspicion as Suspicion,
    }));
  };
  return {
    ideas: await itemsOf('ideas', toIdea),
    applications: await itemsOf('applications', toApplication),
    contacts: await itemsOf('contacts', toContact),
  };
}

/** Moves an idea from the public list to the quarantine. `release` brings it back. */
export async function holdBack(tx: Db, id: string, ifVersion: IfVersion, by: Actor): Promise<void> {
  const row = await tx
    .deleteFrom('ideas')
    .where((row) => row.and(rowAtVersion(id, ifVersion)))
    .returningAll()
    .executeTakeFirst();
  const idea = await changedOrThrow(tx, 'ideas', id, row);
  // The new version prevents a form that was opened earlier from overwriting the idea after its release.
  const submission = JSON.stringify({ ...idea, version: idea.version + 1 });
  const suspicion: Suspicion = 'staff';
  await tx.insertInto('quarantine').values({ id, kind: 'ideas', submission, suspicion }).execute();
  await record(tx, 'ideas', id, by, [{ what: 'held' }]);
}

/**
 * Moves a submission from the quarantine to its list, with its original time. Unless staff held it back, also queues
 * the messages to webhooks and, with `mails`, the receipt for the sender.
 */
export async function release(tx: Db, id: string, by: Actor, mails = false): Promise<void> {
  const { kind, submission, suspicion } = await takeOut(tx, id);
  const row = await rowOnReturn(tx, kind as Received, submission, by);
  if (!row) throw new Conflict('This submission cannot be read. It can only be deleted.');
  await insertSubmission(tx, kind as Received, row);
  await record(tx, kind as Received, id, by, [{ what: 'released' }]);
  // An idea that staff held back was in the public list before: it is not announced as new.
  if (suspicion === 'staff') return;
  if (mails) await queueReceipt(tx, kind as Received, row, by.now);
  await queueWebhooks(tx, 'received', kind as Received, id, by.webhooks ?? [], by.now);
}

/** Erases a submission that is in the quarantine: see `eraseSubmission`. */
export async function discard(tx: Db, id: string, by: Actor): Promise<void> {
  const { kind } = await takeOut(tx, id);
  await eraseSubmission(tx, kind as Received, id, by);
}

async function takeOut(db: Db, id: string) {
  const row = await db
    .deleteFrom('quarantine')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new NotFound('submission');
  return row;
}
