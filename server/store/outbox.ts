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
 * The outbox: mails and messages to webhooks are written in the transaction of their cause, and sent by server/mail and
 * server/webhooks. A process claims one before it sends it, so no other process sends it too. The claim ends after two
 * minutes, in case the process has died.
 */

const minute = 60_000;
const day = 24 * 60 * minute;
const lease = 2 * minute;
const giveUpAfter = 2 * day;
const keptFor = 30 * day;

/** Mails to one address because of forms: nobody can use them to flood somebody else. */
const addressLimit = { points: 5, seconds: 24 * 60 * 60 };

const later = (now: Date, milliseconds: number) =>
  new Date(now.getTime() + milliseconds).toISOString();

/**
 * Queues a mail to the sender of a submission; or to a follower, by the id of the row in `follows` and without a kind. One
 * that waits already is replaced under a new id: if it is being sent at this moment, the new one is sent as well.
 */
export const queueMail = (
  tx: Db,
  topic: Exclude<MailTopic, 'digest'>,
  kind: Received | null,
  submissionId: string,
  now: Date,
): Promise<void> => queueMails(tx, topic, kind, [submissionId], now);

/** How many mails are written by one statement. */
const step = 100;

/** Queues a mail about each of the submissions, or to each of the followers. */
export const queueMails = (
  tx: Db,
  topic: Exclude<MailTopic, 'digest'>,
  kind: Received | null,
  submissionIds: string[],
  now: Date,
): Promise<void> => queueRows(tx, topic, kind, submissionIds, now);

/**
 * Queues a message about a submission to each of the webhooks. The topic of a row ends with its webhook, so that each has a
 * row, and waits and fails alone. A decision that waits already is replaced: the message says how things stand.
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

/** The topic of the rows of one webhook. */
export const topicFor = (topic: WebhookTopic, webhook: string) => `${topic}:${webhook}`;

async function queueRows(
  tx: Db,
  topic: string,
  kind: Received | null,
  submissionIds: string[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  for (let from = 0; from < submissionIds.length; from += step) {
    await tx
      .insertInto('outbox')
      .values(
        submissionIds.slice(from, from + step).map((submission_id) => ({
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

/** Queues the receipt of a new submission, unless it has no address or the address has had its mails of this day. */
export async function queueReceipt(
  tx: Db,
  kind: Received,
  { id, email }: { id: string; email: string | null },
  now: Date,
): Promise<void> {
  if (!email || !(await countsForAddress(tx, email, now))) return;
  await queueMail(tx, 'receipt', kind, id, now);
}

/** Counts a mail that a visitor causes to an address. False if the address has had its mails of this day. */
export async function countsForAddress(tx: Db, email: string, now: Date): Promise<boolean> {
  const key = createHash('sha256')
    .update(`mail ${countedAs(email)}`)
    .digest('base64url');
  try {
    await countOrRefuse(tx, [{ key, limit: addressLimit }], now);
  } catch (error) {
    if (error instanceof TooMany) return false;
    throw error;
  }
  return true;
}

/** Case and a tag after "+" usually lead to the same mailbox. */
const countedAs = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@');

/** Deletes the receipt that waits. The sender, who has opened it already, has changed the address that it would go to. */
export async function dropReceipt(tx: Db, submissionId: string): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('topic', '=', 'receipt')
    .where('submission_id', '=', submissionId)
    .execute();
}

/** The ids of rows with these topics that are due, the oldest first. */
export async function listDue(
  db: Db,
  topics: readonly string[],
  now: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    // An expression: by an index of topics the rows would have to be sorted.
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

/** Claims a mail for one attempt. Returns undefined when another process was quicker. */
export async function claimMail(db: Db, id: string, now: Date): Promise<OutboxRow | undefined> {
  return db
    .updateTable('outbox')
    .set((row) => ({ claimed_until: later(now, lease), attempts: row('attempts', '+', 1) }))
    .where('id', '=', id)
    .where((row) => isDue(row, now))
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a mail that was sent, or has nobody to go to any more. */
export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}

interface Failure {
  isPermanent: boolean;
  /** For admins, without addresses. */
  reason: string;
}

/** Postpones a mail after an attempt that failed: 1, 2, 4 … minutes, up to an hour. Gives it up after two days. */
export async function recordFailure(
  tx: Db,
  mail: OutboxRow,
  { isPermanent, reason }: Failure,
  now: Date,
): Promise<void> {
  const isOver = isPermanent || later(now, -giveUpAfter) >= mail.created_at;
  if (isOver) await deleteGivenUp(tx, mail);
  await tx
    .updateTable('outbox')
    .set({
      claimed_until: null,
      last_error: reason,
      ...(isOver
        ? { given_up_at: now.toISOString() }
        : { next_at: later(now, Math.min(2 ** (mail.attempts - 1), 60) * minute) }),
    })
    .where('id', '=', mail.id)
    .execute();
}

/** Only the newest failure of each mail is kept: admins need not read the same one several times. */
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

/** How many mails and messages to webhooks wait, and how many were given up. */
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
    const own = rows.filter(({ topic }) => topic.includes(':') === (channel === 'webhook'));
    const sum = (numbers: (number | string)[]) =>
      numbers.reduce<number>((a, b) => a + Number(b), 0);
    const givenUp = sum(own.map((row) => row.given_up));
    return { channel, waiting: sum(own.map((row) => row.total)) - givenUp, givenUp };
  });
}

/** Deletes mails that were given up long ago, and those that wait since mail was switched off. */
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
