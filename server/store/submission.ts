import { Conflict } from '../errors.ts';
import { countOrRefuse, type Limit } from './limit.ts';
import type { Db, Write } from './store.ts';

export interface Submission {
  form: string;
  /** The sender's Idempotency-Key; undefined: each request is a new submission. */
  key: string | undefined;
  bodyHash: string;
  /** Counted together with the submission, in one transaction. */
  limits: { key: string; limit: Limit }[];
}

/** How long the same key answers the same. */
const remembered = 24 * 60 * 60_000;

/**
 * Creates what was submitted, once. The same key with the same body again gets the first answer, and
 * so do requests that arrive at the same moment.
 */
export const submitOnce = <Answer>(
  write: Write,
  { form, key, bodyHash, limits }: Submission,
  now: Date,
  create: (tx: Db) => Promise<Answer>,
): Promise<Answer> =>
  write(async (tx) => {
    const createCounted = async () => {
      for (const { key: counted, limit } of limits) await countOrRefuse(tx, counted, limit, now);
      return create(tx);
    };
    if (key === undefined) return createCounted();

    const first = await tx
      .insertInto('idempotency_keys')
      .values({ scope: form, key, body_hash: bodyHash, answer: '', created_at: now.toISOString() })
      .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    const row = { scope: form, key };
    if (first) {
      const answer = await createCounted();
      await tx
        .updateTable('idempotency_keys')
        .set({ answer: JSON.stringify(answer) })
        .where((where) => where.and(row))
        .execute();
      return answer;
    }
    const earlier = await tx
      .selectFrom('idempotency_keys')
      .select(['body_hash', 'answer'])
      .where((where) => where.and(row))
      .executeTakeFirstOrThrow();
    if (earlier.body_hash !== bodyHash) {
      throw new Conflict('This Idempotency-Key was used for another submission.');
    }
    return JSON.parse(earlier.answer);
  });

export async function sweepSubmissions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', new Date(now.getTime() - remembered).toISOString())
    .execute();
}
