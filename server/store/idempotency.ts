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

/** Saves the answer of a write under its key. Returns false, and changes nothing, when the key is taken. */
export async function saveAnswer(
  tx: Db,
  { scope, key, bodyHash }: KeyedWrite,
  answer: unknown,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({
      scope,
      key,
      body_hash: bodyHash,
      answer: JSON.stringify(answer ?? null),
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows !== 0n;
}

/** The answer that was saved under the key, or undefined when the key is new. */
export async function findAnswer(
  db: Db,
  { scope, key, bodyHash }: KeyedWrite,
): Promise<{ answer: unknown } | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.body_hash !== bodyHash) {
    throw new Conflict('This Idempotency-Key was used for another submission.');
  }
  return { answer: JSON.parse(row.answer) };
}

export async function sweepAnswers(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', new Date(now.getTime() - lifetime).toISOString())
    .execute();
}
