import { Conflict } from '../errors.ts';
import { type Counted, countOrRefuse } from './limit.ts';
import { prepared } from './prepared.ts';
import type { Db, Write } from './store.ts';
import type { Tables } from './tables.ts';

export interface Sending<Answer> {
  form: string;
  /** The sender's Idempotency-Key; undefined: each request is a new submission. */
  key: string | undefined;
  bodyHash: string;
  /** Counted together with the submission, in one transaction. */
  limits: Counted[];
  answer: Answer;
}

/** How long the same key answers the same. */
const remembered = 24 * 60 * 60_000;

/**
 * Saves what was submitted, once. The same key with the same body again gets the first answer, and
 * so do requests that arrive at the same moment.
 */
export const submitOnce = <Answer>(
  write: Write,
  { form, key, bodyHash, limits, answer }: Sending<Answer>,
  now: Date,
  save: (tx: Db) => Promise<void>,
): Promise<Answer> =>
  write(async (tx) => {
    if (key !== undefined) {
      const { numAffectedRows } = await remember(tx, {
        scope: form,
        key,
        body_hash: bodyHash,
        answer: JSON.stringify(answer),
        created_at: now.toISOString(),
      });
      if (numAffectedRows === 0n) return answerOf(tx, form, key, bodyHash);
    }
    if (limits.length > 0) await countOrRefuse(tx, limits, now);
    await save(tx);
    return answer;
  });

/** Of a key that is known already nothing is changed. */
const remember = prepared((db, answer: Tables['idempotency_keys']) =>
  db
    .insertInto('idempotency_keys')
    .values(answer)
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing()),
);

/** What the first one with this key was answered. */
async function answerOf(tx: Db, scope: string, key: string, bodyHash: string) {
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (first.body_hash !== bodyHash) {
    throw new Conflict('This Idempotency-Key was used for another submission.');
  }
  return JSON.parse(first.answer);
}

export async function sweepSubmissions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', new Date(now.getTime() - remembered).toISOString())
    .execute();
}
