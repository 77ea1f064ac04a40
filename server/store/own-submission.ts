import { sql } from 'kysely';
import type { Receipt } from '#contract/receipt.ts';
import { applicationStatuses, contactStatuses, ideaStatuses } from '#contract/vocabulary.ts';
import { Conflict, NotFound } from '../errors.ts';
import { toApplication } from './application.ts';
import { toContact } from './contact.ts';
import { findMain } from './duplicate.ts';
import { eraseSubmission } from './erase.ts';
import { record } from './history.ts';
import { toIdea } from './idea.ts';
import { takeLock } from './lock.ts';
import { dropReceipt } from './outbox.ts';
import { findReceipt, listMessagesForSender } from './receipt.ts';
import type { Submission } from './receive.ts';
import { replaceText } from './search-texts.ts';
import type { Db } from './store.ts';
import { readRowOrBlank } from './stored-submission.ts';
import type { IdeaRow, Received, Tables } from './tables.ts';
import { putIntoTrash } from './trash.ts';

/** Reads and changes a submission for its sender, who has the secret of the receipt. */

interface Located<K extends Received> {
  row: Tables[K];
  place: 'list' | 'quarantine' | 'trash';
  /** Only in the trash: the username of the member of staff who deleted it, or null if the sender withdrew it. */
  deletedBy?: string | null;
  /** Only in the quarantine: why the submission is held back. */
  suspicion?: string;
}

/** Finds a submission in its list, in the quarantine or in the trash. Throws NotFound if it is in none of them. */
async function locate<K extends Received>(db: Db, kind: K, id: string): Promise<Located<K>> {
  const row = await db
    // Needs a cast, because TypeScript does not resolve the columns of a generic table.
    .selectFrom(kind as 'ideas')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (row) return { row: row as unknown as Tables[K], place: 'list' };
  const findStored = (table: 'quarantine' | 'trash') =>
    db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
  const quarantined = await findStored('quarantine');
  if (quarantined) {
    const { suspicion } = quarantined as { suspicion?: string };
    const row = readRowOrBlank(kind, quarantined);
    return { row, place: 'quarantine', ...(suspicion && { suspicion }) };
  }
  const deleted = await findStored('trash');
  if (!deleted) throw new NotFound('receipt');
  const { deleted_by: deletedBy = null } = deleted as { deleted_by?: string | null };
  return { row: readRowOrBlank(kind, deleted), place: 'trash', deletedBy };
}

const newStatuses: Record<Received, string> = {
  ideas: ideaStatuses[0],
  applications: applicationStatuses[0],
  contacts: contactStatuses[0],
};

export async function readReceipt(db: Db, secret: string): Promise<Receipt> {
  const { kind, id } = await findReceipt(db, secret);
  const { row, place, deletedBy } = await locate(db, kind, id);
  const common = {
    // The state is `received` in the quarantine, too: the sender must not learn that the submission is held back.
    state:
      place !== 'trash'
        ? ('received' as const)
        : deletedBy === null
          ? ('withdrawn' as const)
          : ('deleted' as const),
    sentAt: row.created_at,
    since: (await lastStatusChange(db, id)) ?? row.created_at,
    canCorrect: place !== 'trash' && row.status === newStatuses[kind],
    messages: await listMessagesForSender(db, id),
  };
  if (kind === 'ideas') {
    const {
      id: _,
      status,
      notes: __,
      answer = null,
      createdAt,
      ownerId,
      duplicateOf,
      version,
      ...sent
    } = toIdea(row as IdeaRow);
    const sameAs = place === 'list' ? await findMain(db, id) : null;
    return { kind: 'idea', ...common, status, answer, sameAs, sent };
  }
  if (kind === 'applications') {
    const {
      id: _,
      status,
      notes: __,
      createdAt,
      ownerId,
      version,
      ...sent
    } = toApplication(row as Tables['applications']);
    return { kind: 'application', ...common, status, sent };
  }
  const {
    id: _,
    status,
    createdAt,
    ownerId,
    version,
    ...sent
  } = toContact(row as Tables['contacts']);
  return { kind: 'contact', ...common, status, sent };
}

async function lastStatusChange(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('history')
    .select('created_at')
    .where('submission_id', '=', id)
    .where('what', '=', 'status')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.created_at;
}

/** Returns the id of a submission to which its sender may add a message. Throws Conflict if it is in the trash. */
export async function findOwnOpen(tx: Db, secret: string): Promise<string> {
  // With the lock, the submission cannot be erased between this check and the insert of the message.
  await takeLock(tx, 'staff');
  const { kind, id } = await findReceipt(tx, secret);
  const { place } = await locate(tx, kind, id);
  if (place === 'trash') throw new Conflict('It is withdrawn, so no message can be sent about it.');
  return id;
}

/**
 * Replaces the fields that the sender filled in with those of `corrected`. Throws Conflict if the submission is in the
 * trash or no longer has its first status.
 */
export async function correctOwn<K extends Received>(
  tx: Db,
  secret: string,
  { kind, row: corrected }: Submission<K>,
  now: Date,
): Promise<void> {
  // With the lock, staff cannot decide on the old text while it is replaced.
  await takeLock(tx, 'staff');
  const { kind: submissionKind, id } = await findReceipt(tx, secret);
  if (submissionKind !== kind) throw new NotFound('receipt');
  const { row, place } = await locate(tx, kind, id);
  if (place === 'trash') throw new Conflict('It is withdrawn, so it cannot be corrected.');
  if (row.status !== newStatuses[kind]) {
    throw new Conflict('It is no longer new, so it cannot be corrected. Send a message instead.');
  }
  const { created_at, status, version, owner_id } = row;
  const next = { ...row, ...corrected, id, created_at, status, owner_id, version: version + 1 };
  if ('notes' in row) Object.assign(next, { notes: row.notes });
  if ('answer' in row) Object.assign(next, { answer: row.answer, duplicate_of: row.duplicate_of });
  if (next.email !== row.email) await dropReceipt(tx, id);
  if (place === 'quarantine') {
    await tx
      .updateTable('quarantine')
      .set({ submission: JSON.stringify(next) })
      .where('id', '=', id)
      .execute();
  } else {
    const { id: _, version: __, ...columns } = next as unknown as IdeaRow;
    await tx
      .updateTable(kind as 'ideas')
      .set({ ...columns, version: sql`version + 1` })
      .where('id', '=', id)
      .execute();
    await replaceText(tx, kind, next as Tables[K]);
  }
  await record(tx, kind, id, { username: null, now }, [{ what: 'corrected' }]);
}

/** Moves the submission to the trash, unless it is there already. */
export async function withdrawOwn(tx: Db, secret: string, now: Date): Promise<void> {
  await takeLock(tx, 'staff');
  const { kind, id } = await findReceipt(tx, secret);
  const { row, place, suspicion } = await locate(tx, kind, id);
  if (place === 'trash') return;
  await tx
    .deleteFrom(place === 'list' ? kind : 'quarantine')
    .where('id', '=', id)
    .execute();
  await putIntoTrash(tx, kind, { ...row, suspicion }, { username: null, now }, 'withdrawn');
}

/** Erases the submission: see `eraseSubmission`. Afterwards the URL of the receipt answers 404. */
export async function eraseOwn(tx: Db, secret: string, now: Date): Promise<void> {
  await takeLock(tx, 'staff');
  const { kind, id } = await findReceipt(tx, secret);
  await eraseSubmission(tx, kind, id, { username: null, now });
}
