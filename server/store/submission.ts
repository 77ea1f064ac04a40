import { findAnswer, type KeyedWrite, saveAnswer } from './idempotency.ts';
import { type Counted, countOrRefuse } from './limit.ts';
import type { Db, Write } from './store.ts';

export interface Sending<Answer> {
  /** Undefined when the sender gave no Idempotency-Key: each request is then a new submission. */
  keyed: KeyedWrite | undefined;
  /** Counted in the transaction of the submission. */
  limits: Counted[];
  answer: Answer;
}

/**
 * Saves a submission once. A repeated key with the same body gets the first answer, also when both requests
 * arrive at the same moment: the second insert of the key waits for the first transaction.
 */
export const submitOnce = <Answer>(
  write: Write,
  { keyed, limits, answer }: Sending<Answer>,
  now: Date,
  save: (tx: Db) => Promise<void>,
): Promise<Answer> =>
  write(async (tx) => {
    if (keyed && !(await saveAnswer(tx, keyed, answer, now))) {
      const first = await findAnswer(tx, keyed);
      if (first) return first.answer as Answer;
    }
    if (limits.length > 0) await countOrRefuse(tx, limits, now);
    await save(tx);
    return answer;
  });
