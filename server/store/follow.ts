import type { Follow } from '#contract/follow.ts';
import { Conflict, NotFound } from '../errors.ts';
import { foundOrThrow } from './change.ts';
import { newId } from './id.ts';
import { type Counted, countOrRefuse } from './limit.ts';
import { takeLock } from './lock.ts';
import { countMailTo, queueMail, queueMails } from './outbox.ts';
import { newSecret, secretHashOf } from './receipt.ts';
import type { OutboxRow } from './state-rows.ts';
import type { Db } from './store.ts';

/**
 * Visitors follow an idea by e-mail (double opt-in). Until the owner of an address has confirmed through a secret link,
 * the only mail to that address is the question whether to follow. Every mail has a new secret link, through which the
 * owner can also unfollow. The database has only hashes of the secrets.
 */

const day = 24 * 60 * 60_000;
/** An unconfirmed address is deleted this long after the last question. The question may be repeated after a day. */
const questionLasts = 2 * day;
const earlier = (now: Date, milliseconds: number) =>
  new Date(now.getTime() - milliseconds).toISOString();

/** The maximum number of addresses per idea, unconfirmed ones included. Limits the mails that a decision queues. */
const mostFollowers = 500;

/**
 * Queues a mail that asks the owner of an address whether to follow the idea. The response must not tell whether the
 * address follows already, so an idea with `mostFollowers` addresses refuses every address, known or not.
 */
export async function askToFollow(
  tx: Db,
  { ideaId, email }: { ideaId: string; email: string },
  limits: Counted[],
  now: Date,
): Promise<void> {
  // With the lock, the idea cannot be erased between the check that it exists and the insert.
  await takeLock(tx, 'staff');
  foundOrThrow(
    'ideas',
    await tx.selectFrom('ideas').select('id').where('id', '=', ideaId).executeTakeFirst(),
  );
  if (limits.length > 0) await countOrRefuse(tx, limits, now);
  if ((await countFollows(tx, ideaId)) >= mostFollowers) {
    throw new Conflict(`At most ${mostFollowers} addresses can follow an idea.`);
  }
  const email_key = email.toLowerCase();
  const existing = await tx
    .selectFrom('follows')
    .selectAll()
    .where((row) => row.and({ idea_id: ideaId, email_key }))
    .executeTakeFirst();
  if (existing && (existing.confirmed_at !== null || existing.asked_at > earlier(now, day))) return;
  if (!(await countMailTo(tx, email, now))) return;
  const asked_at = now.toISOString();
  const id = existing?.id ?? newId(now);
  if (existing) await tx.updateTable('follows').set({ asked_at }).where('id', '=', id).execute();
  else {
    const row = { id, idea_id: ideaId, email, email_key, confirmed_at: null, asked_at };
    await tx.insertInto('follows').values(row).execute();
  }
  await queueMail(tx, 'follow', null, id, now);
}

async function countFollows(tx: Db, ideaId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('follows')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('idea_id', '=', ideaId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Queues a mail to each confirmed follower of an idea. `tx` is the transaction that changes the idea. */
export async function queueFollowerMails(tx: Db, ideaId: string, now: Date): Promise<void> {
  const followers = await tx
    .selectFrom('follows')
    .select('id')
    .where('idea_id', '=', ideaId)
    .where('confirmed_at', 'is not', null)
    .execute();
  const ids = followers.map(({ id }) => id);
  await queueMails(tx, 'news', null, ids, now);
}

/** The data for a mail to a follower, read just before it is sent. */
export interface FollowerMail {
  email: string;
  ideaId: string;
  status: string;
  answer: string | null;
  /** New for each attempt to send the mail. */
  secret: string;
}

/**
 * Reads the data for a mail and saves the hash of its secret. Returns undefined if the mail must not be sent any more:
 * it is no longer in the outbox, its address was deleted, its question was answered already, or the idea is not public.
 */
export async function prepareFollowerMail(
  tx: Db,
  { id, topic, submission_id }: OutboxRow,
): Promise<FollowerMail | undefined> {
  // With the lock, `endFollow` cannot commit between these queries and the insert of the secret.
  await takeLock(tx, 'staff');
  const mail = await tx.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst();
  const row = await tx
    .selectFrom('follows')
    .innerJoin('ideas', 'ideas.id', 'follows.idea_id')
    .select(['follows.email', 'confirmed_at', 'idea_id', 'status', 'answer'])
    .where('follows.id', '=', submission_id ?? '')
    .executeTakeFirst();
  if (!mail || !row || (topic === 'news') !== (row.confirmed_at !== null)) return undefined;
  const secret = newSecret();
  await tx
    .insertInto('follow_secrets')
    .values({ secret_hash: secretHashOf(secret), follow_id: submission_id ?? '' })
    .execute();
  const { email, idea_id, status, answer } = row;
  return { email, ideaId: idea_id, status, answer, secret };
}

/** Deletes the hash of the secret of a mail that was certainly not sent. */
export async function deleteFollowSecret(tx: Db, secret: string): Promise<void> {
  await tx.deleteFrom('follow_secrets').where('secret_hash', '=', secretHashOf(secret)).execute();
}

/** Finds the data for the page that a link in a mail opens. Throws NotFound if the secret is unknown. */
export async function findFollow(db: Db, secret: string): Promise<Follow> {
  const row = await db
    .selectFrom('follow_secrets')
    .innerJoin('follows', 'follows.id', 'follow_id')
    .leftJoin('ideas', 'ideas.id', 'follows.idea_id')
    .select(['confirmed_at', 'ideas.id', 'ideas.title', 'ideas.created_at'])
    .where('secret_hash', '=', secretHashOf(secret))
    .executeTakeFirst();
  if (!row) throw new NotFound('link');
  const { id, title, created_at } = row;
  return {
    idea: id && title && created_at ? { id, title, createdAt: created_at } : null,
    isConfirmed: row.confirmed_at !== null,
  };
}

async function findFollowId(tx: Db, secret: string): Promise<string> {
  const row = await tx
    .selectFrom('follow_secrets')
    .select('follow_id')
    .where('secret_hash', '=', secretHashOf(secret))
    .executeTakeFirst();
  if (!row) throw new NotFound('link');
  return row.follow_id;
}

export async function confirmFollow(tx: Db, secret: string, now: Date): Promise<void> {
  await takeLock(tx, 'staff');
  await tx
    .updateTable('follows')
    .set({ confirmed_at: now.toISOString() })
    .where('id', '=', await findFollowId(tx, secret))
    .where('confirmed_at', 'is', null)
    .execute();
}

/** Deletes the address, with its secrets and its mails in the outbox. */
export async function endFollow(tx: Db, secret: string): Promise<void> {
  await takeLock(tx, 'staff');
  await deleteFollow(tx, await findFollowId(tx, secret));
}

async function deleteFollow(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('follow_secrets').where('follow_id', '=', id).execute();
  await tx.deleteFrom('outbox').where('submission_id', '=', id).execute();
  await tx.deleteFrom('follows').where('id', '=', id).execute();
}

export async function eraseFollows(tx: Db, ideaId: string): Promise<void> {
  const rows = await tx.selectFrom('follows').select('id').where('idea_id', '=', ideaId).execute();
  for (const { id } of rows) await deleteFollow(tx, id);
}

/** The maximum number of addresses that one transaction deletes. Other writers wait for its end. */
const step = 100;

/** Deletes addresses whose owners have not confirmed within `questionLasts`. */
export async function sweepFollows(db: Db, now: Date): Promise<void> {
  const sweepSome = async (tx: Db): Promise<number> => {
    // With the lock, nobody can confirm between the query and the deletion.
    await takeLock(tx, 'staff');
    const due = await tx
      .selectFrom('follows')
      .select('id')
      .where('confirmed_at', 'is', null)
      .where('asked_at', '<=', earlier(now, questionLasts))
      .limit(step)
      .execute();
    for (const { id } of due) await deleteFollow(tx, id);
    return due.length;
  };
  while ((await db.transaction().execute(sweepSome)) === step);
}
