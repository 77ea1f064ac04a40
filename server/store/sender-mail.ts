import { takeTurn } from './lock.ts';
import { newSecret, receiptPath, saveReceipt } from './receipt.ts';
import type { OutboxRow } from './state-rows.ts';
import type { Db } from './store.ts';
import type { IdeaRow, Received } from './tables.ts';

/** The facts of a mail to the sender of a submission, as they are now. */
export interface SenderMail {
  email: string;
  kind: Received;
  status: string;
  /** The public answer of staff to an idea. */
  answer: string | null;
  sentAt: string;
  /** The id of the idea that it is a duplicate of. Status and answer are those of that one. */
  mainId?: string;
  /** A new one for each attempt: the database has only hashes of earlier ones. */
  secret: string;
  receiptPath: string;
}

/**
 * Reads the submission of a mail and makes a link to its receipt. Returns undefined when there is nobody to tell any more:
 * the submission was withdrawn, deleted or erased, or has no address; or it is no duplicate of a public idea any more.
 */
export async function prepareSenderMail(
  tx: Db,
  { id, topic, kind, submission_id }: OutboxRow,
): Promise<SenderMail | undefined> {
  // An erasure must not end between this look and the new link.
  await takeTurn(tx, 'staff');
  // Since it was claimed, a correction may have dropped it, or a newer decision replaced it.
  const mail = await tx.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst();
  if (!mail) return undefined;
  const row = await tx
    // TypeScript does not resolve the columns of a generic table; these three have these columns.
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

/** The idea that this one is a duplicate of, if it is public. */
const mainOf = (tx: Db, { duplicate_of }: IdeaRow) =>
  tx
    .selectFrom('ideas')
    .select(['id', 'status', 'answer'])
    .where('id', '=', duplicate_of ?? '')
    .executeTakeFirst();
