import { takeLock } from './lock.ts';
import { newSecret, receiptPath, saveReceipt } from './receipt.ts';
import type { OutboxRow } from './state-rows.ts';
import type { Db } from './store.ts';
import type { IdeaRow, Received } from './tables.ts';

/** The data for a mail to the sender of a submission, read just before it is sent. */
export interface SenderMail {
  email: string;
  kind: Received;
  status: string;
  /** The public answer of staff to an idea. */
  answer: string | null;
  sentAt: string;
  /** Only for the topic `same`: the id of the main idea of a duplicate. `status` and `answer` are the main idea's. */
  mainId?: string;
  /** The secret of the receipt. Each attempt to send needs a new one, because the database has only hashes. */
  secret: string;
  receiptPath: string;
}

/**
 * Reads the submission of a mail and creates a secret for its receipt. Returns undefined if the mail must no longer be
 * sent: it was replaced or deleted, or the submission is not in its list, has no e-mail address, or, for the topic
 * `same`, is no longer a duplicate of a public idea.
 */
export async function prepareSenderMail(
  tx: Db,
  { id, topic, kind, submission_id }: OutboxRow,
): Promise<SenderMail | undefined> {
  // Without the lock, an erasure could commit between this check and the insert of the new secret.
  await takeLock(tx, 'staff');
  // Since this process claimed the mail, the sender may have changed the address, or a new mail replaced this one.
  const mail = await tx.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst();
  if (!mail) return undefined;
  const row = await tx
    // `kind` may be any table of submissions. Only ideas have the columns `answer` and `duplicate_of`.
    .selectFrom(kind as 'ideas')
    .selectAll()
    .where('id', '=', submission_id ?? '')
    .executeTakeFirst();
  if (!row?.email) return undefined;
  const main = topic === 'same' ? await mainOf(tx, row) : undefined;
  if (topic === 'same' && !main) return undefined;
  const secret = newSecret();
  await saveReceipt(tx, { kind: kind as Received, row }, secret);
  return {
    email: row.email,
    kind: kind as Received,
    status: (main ?? row).status,
    answer: (main ?? row).answer ?? null,
    ...(main && { mainId: main.id }),
    sentAt: row.created_at,
    secret,
    receiptPath: receiptPath(secret),
  };
}

/** Finds the main idea of a duplicate, if the main idea is public. */
const mainOf = (tx: Db, { duplicate_of }: IdeaRow) =>
  tx
    .selectFrom('ideas')
    .select(['id', 'status', 'answer'])
    .where('id', '=', duplicate_of ?? '')
    .executeTakeFirst();
