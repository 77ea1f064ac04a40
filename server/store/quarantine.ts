import type { Quarantine, Suspicion } from '#contract/quarantine.ts';
import { Conflict, NotFound } from '../errors.ts';
import { toApplication } from './application.ts';
import { toContact } from './contact.ts';
import { eraseSubmission } from './erase.ts';
import { type Actor, record } from './history.ts';
import { toIdea } from './idea.ts';
import { queueReceipt } from './outbox.ts';
import { letIn } from './receive.ts';
import type { Db } from './store.ts';
import { readRow, readRowOrBlank } from './stored-submission.ts';
import type { Received, Tables } from './tables.ts';

export async function listQuarantine(db: Db): Promise<Quarantine> {
  const rows = await db.selectFrom('quarantine').selectAll().orderBy('id', 'desc').execute();
  const itemsOf = <K extends Received, Item>(kind: K, toItem: (row: Tables[K]) => Item) =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => ({
        ...toItem(readRowOrBlank(kind, row)),
        suspicion: row.suspicion as Suspicion,
      }));
  return {
    ideas: itemsOf('ideas', toIdea),
    applications: itemsOf('applications', toApplication),
    contacts: itemsOf('contacts', toContact),
  };
}

/** Moves a submission to the table it was meant for, with the time at which it was sent. With `mails` the sender gets the receipt. */
export async function release(tx: Db, id: string, by: Actor, mails = false): Promise<void> {
  const { kind, submission } = await takeOut(tx, id);
  const row = readRow(kind as Received, submission);
  if (!row) throw new Conflict('This submission cannot be read. It can only be deleted.');
  await letIn(tx, kind as Received, row);
  await record(tx, kind as Received, id, by, [{ what: 'released' }]);
  if (mails) await queueReceipt(tx, kind as Received, row, by.now);
}

/** Deletes a submission for ever, with everything that belongs to it. */
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
