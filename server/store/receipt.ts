import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { ReceiptMessage, StaffMessage } from '#contract/message.ts';
import { privatePath } from '#contract/pages.ts';
import { Conflict, NotFound } from '../errors.ts';
import { newId } from './id.ts';
import type { Db } from './store.ts';
import type { MessageRow, Received } from './tables.ts';

/**
 * A receipt is a page with a secret URL, which only the sender knows. The database has only a hash of the secret. A
 * request that repeats an Idempotency-Key must get the same URL, so the secret is derived from the key and a random
 * salt. A stolen database does not reveal the secret: it has the salt, but only a hash of the key.
 */
export const newSalt = () => randomBytes(32).toString('base64url');

export const newSecret = () => randomBytes(20).toString('hex');

export const secretOf = (salt: string, key: string) =>
  createHmac('sha256', salt).update(key).digest('hex').slice(0, 40);

export const receiptPath = (secret: string) => privatePath('/receipt/:id', secret);

export const secretHashOf = (secret: string) =>
  createHash('sha256').update(secret).digest('base64url');

export async function saveReceipt(
  tx: Db,
  { kind, row }: { kind: Received; row: { id: string } },
  secret: string,
): Promise<void> {
  await tx
    .insertInto('receipts')
    .values({ secret_hash: secretHashOf(secret), kind, submission_id: row.id })
    .execute();
}

/** Deletes the hash of a secret whose mail was certainly not sent. */
export async function deleteReceiptSecret(tx: Db, secret: string): Promise<void> {
  await tx.deleteFrom('receipts').where('secret_hash', '=', secretHashOf(secret)).execute();
}

/** Finds the submission of a receipt. Throws the same NotFound for a wrong secret and for an erased submission. */
export async function findReceipt(db: Db, secret: string): Promise<{ kind: Received; id: string }> {
  const row = await db
    .selectFrom('receipts')
    .select(['kind', 'submission_id'])
    .where('secret_hash', '=', secretHashOf(secret))
    .executeTakeFirst();
  if (!row) throw new NotFound('receipt');
  return { kind: row.kind as Received, id: row.submission_id };
}

/** The maximum number of messages about one submission. */
const mostMessages = 100;

/** Returns the messages about a submission, oldest first. */
async function messagesOf(db: Db, id: string): Promise<MessageRow[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('submission_id', '=', id)
    .orderBy('id')
    .limit(mostMessages)
    .execute();
}

export const listMessages = async (db: Db, id: string): Promise<StaffMessage[]> =>
  (await messagesOf(db, id)).map(toStaffMessage);

export const listMessagesForSender = async (db: Db, id: string): Promise<ReceiptMessage[]> =>
  (await messagesOf(db, id)).map(toReceiptMessage);

export const toStaffMessage = (row: MessageRow): StaffMessage => ({
  id: row.id,
  by: row.username,
  text: row.text,
  at: row.created_at,
});

export const toReceiptMessage = (row: MessageRow): ReceiptMessage => ({
  id: row.id,
  by: row.username === null ? 'sender' : 'staff',
  text: row.text,
  at: row.created_at,
});

/** Builds a message without saving it. `username` is null for the sender. */
export const newMessage = (
  id: string,
  text: string,
  username: string | null,
  now: Date,
): MessageRow => ({
  id: newId(now),
  submission_id: id,
  username,
  text,
  created_at: now.toISOString(),
});

export async function saveMessage(tx: Db, message: MessageRow): Promise<void> {
  const { count } = await tx
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('submission_id', '=', message.submission_id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostMessages) {
    throw new Conflict(`A conversation has at most ${mostMessages} messages.`);
  }
  await tx.insertInto('messages').values(message).execute();
}
