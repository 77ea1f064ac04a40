import type { FailedMail } from '#contract/mail.ts';
import { NotFound } from '../errors.ts';
import { kindNames, namesOf } from './history.ts';
import type { OutboxRow } from './state-rows.ts';
import type { Db } from './store.ts';
import type { Received } from './tables.ts';

const mostListed = 50;

/** Lists the newest mails and webhook messages that could not be sent and were given up. */
export async function listGivenUp(db: Db): Promise<FailedMail[]> {
  const rows = await db
    .selectFrom('outbox')
    .leftJoin('users', 'users.id', 'outbox.user_id')
    .selectAll('outbox')
    .select('users.username')
    .where('given_up_at', 'is not', null)
    .orderBy('given_up_at', 'desc')
    .limit(mostListed)
    .execute();
  const names = await namesOf(
    db,
    rows.flatMap(({ kind, submission_id: id }) => (kind && id ? [{ kind, id }] : [])),
  );
  return rows.map((row) => ({
    id: row.id,
    // Removes the name of the webhook from the topic: see `topicFor`.
    topic: row.topic.split(':', 1)[0] as FailedMail['topic'],
    kind: row.kind === null ? null : kindNames[row.kind as Received],
    submissionId: row.submission_id,
    name: row.username ?? names.get(row.submission_id ?? '') ?? null,
    at: row.given_up_at ?? row.created_at,
    reason: row.last_error ?? '',
  }));
}

/** Queues a given-up mail or message again, or only deletes it if one with its topic and recipient is waiting. */
export async function retryMail(tx: Db, id: string, now: Date): Promise<void> {
  const row = await takeGivenUp(tx, id);
  const at = now.toISOString();
  await tx
    .insertInto('outbox')
    .values({ ...row, attempts: 0, next_at: at, created_at: at, given_up_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function dismissMail(tx: Db, id: string): Promise<void> {
  await takeGivenUp(tx, id);
}

async function takeGivenUp(tx: Db, id: string): Promise<OutboxRow> {
  const row = await tx
    .deleteFrom('outbox')
    .where('id', '=', id)
    .where('given_up_at', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new NotFound('mail');
  return row;
}
