import { createHash } from 'node:crypto';
import { Conflict } from '../errors.ts';
import type { Db } from './store.ts';

/** A write that carries an Idempotency-Key. */
export interface KeyedWrite {
  /** Keys are unique within a scope: a public form, or a member of staff. */
  scope: string;
  key: string;
  bodyHash: string;
}

/** How long a key is remembered, in milliseconds. */
const lifetime = 24 * 60 * 60_000;

/** The key is stored as a hash: it is half of what makes the secret of a receipt. */
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');

interface About {
  /** The secret of a receipt is not stored with the answer, only the salt that it is made from. */
  receiptSalt?: string;
  /** The submission that the answer is about, if it is not the id of the answer. */
  submissionId?: string | undefined;
}

/** Saves the answer of a write under its key. Returns false, and changes nothing, when the key is taken. */
export async function saveAnswer(
  tx: Db,
  { scope, key, bodyHash }: KeyedWrite,
  answer: unknown,
  now: Date,
  { receiptSalt, submissionId }: About = {},
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({
      scope,
      key: hashOf(key),
      body_hash: bodyHash,
      answer: JSON.stringify(answer ?? null),
      created_at: now.toISOString(),
      receipt_salt: receiptSalt ?? null,
      submission_id: submissionId ?? (answer as { id?: string } | undefined)?.id ?? null,
    })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows !== 0n;
}

/** The answer that was saved under the key, or undefined when the key is new. */
export async function findAnswer(
  db: Db,
  { scope, key, bodyHash }: KeyedWrite,
): Promise<{ answer: unknown; receiptSalt: string | null } | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer', 'receipt_salt'])
    .where('scope', '=', scope)
    .where('key', '=', hashOf(key))
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.body_hash !== bodyHash) {
    throw new Conflict('This Idempotency-Key was used for another submission.');
  }
  return { answer: JSON.parse(row.answer), receiptSalt: row.receipt_salt };
}

export async function sweepAnswers(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', new Date(now.getTime() - lifetime).toISOString())
    .execute();
}
