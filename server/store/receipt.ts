import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { ReceiptMessage, StaffMessage } from '#contract/message.ts';
import { Conflict, NotFound } from '../errors.ts';
import { newId } from './id.ts';
import type { Db } from './store.ts';
import type { MessageRow, Received } from './tables.ts';

/**
 * A receipt is a private address that its sender alone knows. The database holds only a hash of the secret in it. A
 * repeated Idempotency-Key must get the same address, so the secret is made from that key, which is stored as a hash too,
 * and a random salt: the database alone does not give the secret.
 */
export const newSalt = () => randomBytes(32).toString('base64url');

/** 160 bits as 40 characters. */
export const newSecret = () => randomBytes(20).toString('hex');

export const secretOf = (salt: string, key: string) =>
  createHmac('sha256', salt).update(key).digest('hex').slice(0, 40);

export const receiptPath = (secret: string) => `/receipt/${secret}`;

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

export async function saveReceipt(
  tx: Db,
  { kind, row }: { kind: Received; row: { id: string } },
  secret: string,
): Promise<void> {
  await tx
    .insertInto('receipts')
    .values({ secret_hash: hashOf(secret), kind, submission_id: row.id })
    .execute();
}

/** Deletes a secret that nobody has got. */
export async function forgetReceipt(tx: Db, secret: string): Promise<void> {
  await tx.deleteFrom('receipts').where('secret_hash', '=', hashOf(secret)).execute();
}

/** The submission behind a receipt. A wrong secret and one of an erased submission are answered alike. */
export async function findReceipt(db: Db, secret: string): Promise<{ kind: Received; id: string }> {
  const row = await db
    .selectFrom('receipts')
    .select(['kind', 'submission_id'])
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst();
  if (!row) throw new NotFound('receipt');
  return { kind: row.kind as Received, id: row.submission_id };
}

/** The most messages of one conversation. */
const mostMessages = 100;

/** The conversation about a submission, oldest first. */
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

/** A message of a member of staff, or of the sender if `username` is null. */
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
