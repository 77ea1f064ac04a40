import { createHash } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import type { MailTopic, WebhookTopic } from '#contract/mail.ts';
import { TooMany } from '../errors.ts';
import { newId } from './id.ts';
import { countOrRefuse } from './limit.ts';
import type { OutboxRow } from './state-rows.ts';
import type { Db } from './store.ts';
import type { Received, Tables } from './tables.ts';

/**
 * The outbox contains mails and messages to webhooks. They are written in the transaction that causes them, and sent by
 * server/mail and server/webhooks. A process claims a row before sending, so that no other process sends the same row.
 * The claim is a lease: after two minutes another process may claim the row, in case the first process has died.
 */

const minute = 60_000;
const day = 24 * 60 * minute;
const lease = 2 * minute;
const giveUpAfter = 2 * day;
const keptFor = 30 * day;

/** Limits the mails that visitors can cause to one address, so that nobody can flood somebody else's mailbox. */
const addressLimit = { points: 5, seconds: 24 * 60 * 60 };

const later = (now: Date, milliseconds: number) =>
  new Date(now.getTime() + milliseconds).toISOString();

/**
 * Queues a mail to the sender of a submission. For a mail to a follower or to an invited person, `kind` is null and
 * `submissionId` is the id of the row in `follows` or `invitations`. Replaces a waiting mail with the same topic and
 * `submissionId`. The row gets a new id, so that the new mail is sent even if the old one is being sent right now.
 */
export const queueMail = (
  tx: Db,
  topic: Exclude<MailTopic, 'digest'>,
  kind: Received | null,
  submissionId: string,
  now: Date,
): Promise<void> => queueMails(tx, topic, kind, [submissionId], now);

/** The maximum number of rows that one statement inserts. */
const batchSize = 100;

/** Queues a mail for each id: see `queueMail`. */
export const queueMails = (
  tx: Db,
  topic: Exclude<MailTopic, 'digest'>,
  kind: Received | null,
  submissionIds: string[],
  now: Date,
): Promise<void> => queueRows(tx, topic, kind, submissionIds, now);

/**
 * Queues a message about a submission to each webhook. The topic of a row ends with the name of its webhook, so each
 * webhook has its own row and its own attempts. Replaces a waiting message with the same topic and submission: the
 * text of a message is made only when it is sent.
 */
export async function queueWebhooks(
  tx: Db,
  topic: WebhookTopic,
  kind: Received,
  submissionId: string,
  webhooks: readonly string[],
  now: Date,
): Promise<void> {
  for (const webhook of webhooks) {
    await queueRows(tx, topicFor(topic, webhook), kind, [submissionId], now);
  }
}

export const topicFor = (topic: WebhookTopic, webhook: string) => `${topic}:${webhook}`;

async function queueRows(
  tx: Db,
  topic: string,
  kind: Received | null,
  submissionIds: string[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  for (let from = 0; from < submissionIds.length; from += batchSize) {
    await tx
      .insertInto('outbox')
      .values(
        submissionIds.slice(from, from + batchSize).map((submission_id) => ({
          id: newId(now),
          topic,
          kind,
          submission_id,
          user_id: null,
          attempts: 0,
          next_at: at,
          claimed_until: null,
          created_at: at,
          given_up_at: null,
          last_error: null,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['topic', 'submission_id'])
          .where('given_up_at', 'is', null)
          .doUpdateSet(({ ref }) => ({
            id: ref('excluded.id'),
            attempts: 0,
            next_at: at,
            claimed_until: null,
            created_at: at,
            last_error: null,
          })),
      )
      .execute();
  }
}

/** Queues the receipt. Does nothing if the submission has no e-mail address, or the address is at its daily limit. */
export async function queueReceipt(
  tx: Db,
  kind: Received,
  { id, email }: { id: string; email: string | null },
  now: Date,
): Promise<void> {
  if (!email || !(await countMailTo(tx, email, now))) return;
  await queueMail(tx, 'receipt', kind, id, now);
}

/** Counts a mail that a visitor causes. Returns false if the address is at its daily limit. */
export async function countMailTo(tx: Db, email: string, now: Date): Promise<boolean> {
  const key = createHash('sha256')
    .update(`mail ${normaliseForCounting(email)}`)
    .digest('base64url');
  try {
    await countOrRefuse(tx, [{ key, limit: addressLimit }], now);
  } catch (error) {
    if (error instanceof TooMany) return false;
    throw error;
  }
  return true;
}

/** Normalises an address for counting: case and a tag after "+" usually make no difference to the mailbox. */
const normaliseForCounting = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@');

/**
 * Deletes the queued or failed mail with the receipt after the sender has changed the e-mail address. It need not be
 * sent to the new address: the sender made the change on the page of the receipt.
 */
export async function dropReceipt(tx: Db, submissionId: string): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('topic', '=', 'receipt')
    .where('submission_id', '=', submissionId)
    .execute();
}

/** Returns the ids of due rows with these topics, ordered by `next_at`. */
export async function listDue(
  db: Db,
  topics: readonly string[],
  now: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    // The expression `topic || ''` keeps the planner from using an index on `topic`, whose rows it would have to sort.
    .where(sql<string>`topic || ''`, 'in', topics)
    .where((row) => isDue(row, now))
    .orderBy('next_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

const isDue = (row: ExpressionBuilder<Tables, 'outbox'>, now: Date) =>
  row.and([
    row('given_up_at', 'is', null),
    row('next_at', '<=', now.toISOString()),
    row.or([row('claimed_until', 'is', null), row('claimed_until', '<=', now.toISOString())]),
  ]);

/** Claims a row for one attempt. Returns undefined if another process has claimed it, or if it is no longer due. */
export async function claimOutboxRow(
  db: Db,
  id: string,
  now: Date,
): Promise<OutboxRow | undefined> {
  return db
    .updateTable('outbox')
    .set((row) => ({ claimed_until: later(now, lease), attempts: row('attempts', '+', 1) }))
    .where('id', '=', id)
    .where((row) => isDue(row, now))
    .returningAll()
    .executeTakeFirst();
}

export async function deleteOutboxRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}

interface Failure {
  isPermanent: boolean;
  /** Shown to admins. Must not contain e-mail addresses. */
  reason: string;
}

/**
 * Postpones a row after a failed attempt, by 1, 2, 4 … minutes, up to an hour. Gives up after two days, or at once if
 * the failure is permanent.
 */
export async function recordFailure(
  tx: Db,
  row: OutboxRow,
  { isPermanent, reason }: Failure,
  now: Date,
): Promise<void> {
  const isOver = isPermanent || later(now, -giveUpAfter) >= row.created_at;
  if (isOver) await deleteGivenUp(tx, row);
  await tx
    .updateTable('outbox')
    .set({
      claimed_until: null,
      last_error: reason,
      ...(isOver
        ? { given_up_at: now.toISOString() }
        : { next_at: later(now, Math.min(2 ** (row.attempts - 1), 60) * minute) }),
    })
    .where('id', '=', row.id)
    .execute();
}

/** Deletes the earlier given-up row with the same topic and recipient, so that admins see only the newest failure. */
async function deleteGivenUp(tx: Db, { topic, submission_id, user_id }: OutboxRow): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('topic', '=', topic)
    .where('given_up_at', 'is not', null)
    .where((row) =>
      submission_id === null
        ? row('user_id', '=', user_id)
        : row('submission_id', '=', submission_id),
    )
    .execute();
}

/** Returns two counts, of waiting and of given-up rows, for each channel: mails and webhooks. */
export async function countOutbox(
  db: Db,
): Promise<{ channel: string; waiting: number; givenUp: number }[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      'topic',
      fn.countAll<number | string>().as('total'),
      fn.count<number | string>('given_up_at').as('given_up'),
    ])
    .groupBy('topic')
    .execute();
  return ['mail', 'webhook'].map((channel) => {
    const channelRows = rows.filter(({ topic }) => topic.includes(':') === (channel === 'webhook'));
    const sum = (numbers: (number | string)[]) =>
      numbers.reduce<number>((a, b) => a + Number(b), 0);
    const givenUp = sum(channelRows.map((row) => row.given_up));
    return { channel, waiting: sum(channelRows.map((row) => row.total)) - givenUp, givenUp };
  });
}

/**
 * Deletes rows that were given up 30 days ago, and rows that have waited for 30 days because mail is switched off or
 * the webhook is no longer configured.
 */
export async function sweepOutbox(db: Db, now: Date): Promise<void> {
  const oldest = later(now, -keptFor);
  await db
    .deleteFrom('outbox')
    .where((row) =>
      row.or([
        row('given_up_at', '<=', oldest),
        row.and([row('given_up_at', 'is', null), row('created_at', '<=', oldest)]),
      ]),
    )
    .execute();
}
