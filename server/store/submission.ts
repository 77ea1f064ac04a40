import type { Suspicion } from '#contract/quarantine.ts';
import { queueDigests } from './digest.ts';
import { type KeyedWrite, saveOrFindAnswer } from './idempotency.ts';
import { type Counted, countOrRefuse } from './limit.ts';
import { queueReceipt, queueWebhooks } from './outbox.ts';
import { newSalt, newSecret, receiptPath, saveReceipt, secretOf } from './receipt.ts';
import { type Submission, saveSubmission } from './receive.ts';
import type { Write } from './store.ts';
import type { Received } from './tables.ts';

export interface Sending<Answer> {
  submission: Submission<Received, Answer>;
  suspicion: Suspicion | undefined;
  /** Undefined without an Idempotency-Key: a repeated request then creates another submission. */
  keyed: KeyedWrite | undefined;
  /** Rate limits to count in the transaction of the submission. */
  limits: Counted[];
  /** True if mail is configured: the sender then gets the receipt, and staff get a digest. */
  mails: boolean;
  /** The names of the webhooks that get a message. */
  webhooks?: readonly string[];
}

/**
 * Saves a submission once, with its receipt. A request that repeats an Idempotency-Key and its body gets the response
 * to the first request, even if both are concurrent: the second insert of the key waits for the first transaction.
 */
export const submitOnce = <Answer>(
  write: Write,
  { submission, suspicion, keyed, limits, mails, webhooks = [] }: Sending<Answer>,
  now: Date,
): Promise<Answer & { receiptPath: string }> =>
  write(async (tx) => {
    const { answer } = submission;
    const salt = newSalt();
    const first = keyed && (await saveOrFindAnswer(tx, keyed, answer, now, { receiptSalt: salt }));
    if (first) {
      const secret = secretOf(first.receiptSalt ?? '', keyed.key);
      return { ...(first.answer as Answer), receiptPath: receiptPath(secret) };
    }
    if (limits.length > 0) await countOrRefuse(tx, limits, now);
    await saveSubmission(tx, submission, suspicion);
    const secret = keyed ? secretOf(salt, keyed.key) : newSecret();
    await saveReceipt(tx, submission, secret);
    if (mails && !suspicion) {
      await queueReceipt(tx, submission.kind, submission.row, now);
      await queueDigests(tx, submission.kind, now);
    }
    if (!suspicion) {
      await queueWebhooks(tx, 'received', submission.kind, submission.row.id, webhooks, now);
    }
    return { ...answer, receiptPath: receiptPath(secret) };
  });
