import { takeLock } from './lock.ts';
import { newSecret, receiptPath, saveReceipt } from './receipt.ts';
import type { OutboxRow } from './state-rows.ts';
import type { Db } from './store.ts';
import type { IdeaRow, Received } from './tables.ts';

/** The data for a mail to the sender of a submission, as of now. */
export interface SenderMail {
  email: string;
  kind: Received;
  status: string;
  /** The public answer of staff to an idea. */
  answer: string | null;
  sentAt: string;
  /** For a duplicate: the id of its main idea. `status` and `answer` are then those of the main idea. */
  mainId?: string;
  /**
   * The secret of the receipt. It is new for each attempt to send, because the database has only hashes of earlier
   * secrets.
   */
  secret: string;
  receiptPath: string;
}

/**
 * Reads the submission of a mail and creates a link to its receipt. Returns undefined if the mail is not to be sent any
 * more: it was replaced, the submission is no longer in its list, it has no e-mail address, or it is no longer a
 * duplicate of a public idea.
 */
export async function prepareSenderMail(
  tx: Db,
  { id, topic, kind, submission_id }: OutboxRow,
): Promise<SenderMail | undefined> {
  // Without the lock, an erasure could commit between this check and the insert of the new secret.
  await takeLock(tx, 'staff');
  // Since this process claimed the mail, a correction may have deleted it, or a newer decision replaced it.
  const mail = await tx.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst();
  if (!mail) return undefined;
  const row = await tx
    // TypeScript does not resolve the columns of a generic table. All three tables have `email`, `status` and
    // `created_at`.
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

/** Finds the main idea of a duplicate, if it is public. */
const mainOf = (tx: Db, { duplicate_of }: IdeaRow) =>
  tx
    .selectFrom('ideas')
    .select(['id', 'status', 'answer'])
    .where('id', '=', duplicate_of ?? '')
    .executeTakeFirst();
