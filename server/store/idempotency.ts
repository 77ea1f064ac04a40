import { createHash } from 'node:crypto';
import { Conflict } from '../errors.ts';
import type { Db } from './store.ts';

/** The Idempotency-Key of a write, with its scope and the hash of the request. */
export interface KeyedWrite {
  /** A key is unique within its scope: one public form, the messages about one submission, or one member of staff. */
  scope: string;
  key: string;
  bodyHash: string;
}

const lifetime = 24 * 60 * 60_000;

/** Only a hash of the key is stored: key and stored salt together would reveal the secret of a receipt. */
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');

interface AnswerDetails {
  /** The salt of the receipt's secret. The secret is not saved, but derived from the salt and the key. */
  receiptSalt?: string;
  /** The id of the submission that the response is about. The default is `answer.id`. */
  submissionId?: string | undefined;
}

interface SavedAnswer {
  answer: unknown;
  receiptSalt: string | null;
}

/** Saves `answer`, the response to a write. Returns false, and changes nothing, if the scope has this key already. */
export async function saveAnswer(
  tx: Db,
  { scope, key, bodyHash }: KeyedWrite,
  answer: unknown,
  now: Date,
  { receiptSalt, submissionId }: AnswerDetails = {},
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

/**
 * Saves `answer` and returns undefined. If the scope has this key already, changes nothing and returns the response that
 * was saved with it. Throws Conflict if the key was used for a different request.
 */
export async function saveOrFindAnswer(
  tx: Db,
  keyed: KeyedWrite,
  answer: unknown,
  now: Date,
  details?: AnswerDetails,
): Promise<SavedAnswer | undefined> {
  while (!(await saveAnswer(tx, keyed, answer, now, details))) {
    const first = await findAnswer(tx, keyed);
    if (first) return first;
    // A sweep has deleted the first response in between, so the key is free again.
  }
  return undefined;
}

/** Returns the response saved with the key, if any. Throws Conflict if the key was used for a different request. */
export async function findAnswer(
  db: Db,
  { scope, key, bodyHash }: KeyedWrite,
): Promise<SavedAnswer | undefined> {
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
