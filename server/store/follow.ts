import type { Follow } from '#contract/follow.ts';
import { Conflict, NotFound } from '../errors.ts';
import { foundOr } from './change.ts';
import { newId } from './id.ts';
import { type Counted, countOrRefuse } from './limit.ts';
import { takeTurn } from './lock.ts';
import { countsForAddress, queueMail, queueMails } from './outbox.ts';
import { hashOf, newSecret } from './receipt.ts';
import type { OutboxRow } from './state-rows.ts';
import type { Db } from './store.ts';

/**
 * Visitors follow an idea by e-mail. Nothing but the question is mailed to an address until its owner has confirmed, by a
 * secret link. Every mail has a new link, of which the database holds only a hash, and by which following ends.
 */

const day = 24 * 60 * 60_000;
/** A question that nobody answers is deleted after this time, and may be asked again after a day. */
const questionLasts = 2 * day;
const earlier = (now: Date, milliseconds: number) =>
  new Date(now.getTime() - milliseconds).toISOString();

/** The most followers of one idea: a decision writes a mail for each. */
const mostFollowers = 500;

/** Asks the owner of an address by mail. What the answer to the visitor says does not depend on who follows already. */
export async function askToFollow(
  tx: Db,
  { ideaId, email }: { ideaId: string; email: string },
  limits: Counted[],
  now: Date,
): Promise<void> {
  // An erasure of the idea must not end between this look and the new row.
  await takeTurn(tx, 'staff');
  foundOr(
    'ideas',
    await tx.selectFrom('ideas').select('id').where('id', '=', ideaId).executeTakeFirst(),
  );
  if (limits.length > 0) await countOrRefuse(tx, limits, now);
  const email_key = email.toLowerCase();
  const there = await tx
    .selectFrom('follows')
    .selectAll()
    .where((row) => row.and({ idea_id: ideaId, email_key }))
    .executeTakeFirst();
  if (there && (there.confirmed_at !== null || there.asked_at > earlier(now, day))) return;
  if (!there && (await countFollows(tx, ideaId)) >= mostFollowers) {
    throw new Conflict(`At most ${mostFollowers} addresses can follow an idea.`);
  }
  if (!(await countsForAddress(tx, email, now))) return;
  const asked_at = now.toISOString();
  const id = there?.id ?? newId(now);
  if (there) await tx.updateTable('follows').set({ asked_at }).where('id', '=', id).execute();
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

/** Queues a mail to each follower of an idea, in the transaction that changes it. */
export async function queueNews(tx: Db, ideaId: string, now: Date): Promise<void> {
  const followers = await tx
    .selectFrom('follows')
    .select('id')
    .where('idea_id', '=', ideaId)
    .where('confirmed_at', 'is not', null)
    .execute();
  const ids = followers.map(({ id }) => id);
  await queueMails(tx, 'news', null, ids, now);
}

/** The facts of a mail to a follower, as they are now. */
export interface FollowerMail {
  email: string;
  ideaId: string;
  status: string;
  answer: string | null;
  /** A new one for each attempt. */
  secret: string;
}

/** Returns undefined when there is nobody to tell any more, or the idea is not public. */
export async function prepareFollowerMail(
  tx: Db,
  { id, topic, submission_id }: OutboxRow,
): Promise<FollowerMail | undefined> {
  // Following must not end between this look and the new link.
  await takeTurn(tx, 'staff');
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
    .values({ secret_hash: hashOf(secret), follow_id: submission_id ?? '' })
    .execute();
  const { email, idea_id, status, answer } = row;
  return { email, ideaId: idea_id, status, answer, secret };
}

/** Deletes a secret that nobody has got. */
export async function forgetFollowSecret(tx: Db, secret: string): Promise<void> {
  await tx.deleteFrom('follow_secrets').where('secret_hash', '=', hashOf(secret)).execute();
}

/** Finds what a link in a mail leads to. A wrong secret and one of somebody who has ended it are answered alike. */
export async function findFollow(db: Db, secret: string): Promise<Follow> {
  const row = await db
    .selectFrom('follow_secrets')
    .innerJoin('follows', 'follows.id', 'follow_id')
    .leftJoin('ideas', 'ideas.id', 'follows.idea_id')
    .select(['confirmed_at', 'ideas.id', 'ideas.title', 'ideas.created_at'])
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst();
  if (!row) throw new NotFound('link');
  const { id, title, created_at } = row;
  return {
    idea: id && title && created_at ? { id, title, createdAt: created_at } : null,
    isConfirmed: row.confirmed_at !== null,
  };
}

async function followOf(tx: Db, secret: string): Promise<string> {
  const row = await tx
    .selectFrom('follow_secrets')
    .select('follow_id')
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst();
  if (!row) throw new NotFound('link');
  return row.follow_id;
}

export async function confirmFollow(tx: Db, secret: string, now: Date): Promise<void> {
  await takeTurn(tx, 'staff');
  await tx
    .updateTable('follows')
    .set({ confirmed_at: now.toISOString() })
    .where('id', '=', await followOf(tx, secret))
    .where('confirmed_at', 'is', null)
    .execute();
}

/** Deletes the address, with all links and mails that wait. */
export async function endFollow(tx: Db, secret: string): Promise<void> {
  await takeTurn(tx, 'staff');
  await deleteFollow(tx, await followOf(tx, secret));
}

async function deleteFollow(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('follow_secrets').where('follow_id', '=', id).execute();
  await tx.deleteFrom('outbox').where('submission_id', '=', id).execute();
  await tx.deleteFrom('follows').where('id', '=', id).execute();
}

/** Deletes all followers of an idea that is erased. */
export async function eraseFollows(tx: Db, ideaId: string): Promise<void> {
  const rows = await tx.selectFrom('follows').select('id').where('idea_id', '=', ideaId).execute();
  for (const { id } of rows) await deleteFollow(tx, id);
}

/** How many are deleted in one transaction: other writers wait for its end. */
const step = 100;

/** Deletes addresses whose owners have not confirmed. */
export async function sweepFollows(db: Db, now: Date): Promise<void> {
  for (;;) {
    const due = await db
      .selectFrom('follows')
      .select('id')
      .where('confirmed_at', 'is', null)
      .where('asked_at', '<=', earlier(now, questionLasts))
      .limit(step)
      .execute();
    if (due.length === 0) return;
    await db.transaction().execute(async (tx) => {
      await takeTurn(tx, 'staff');
      for (const { id } of due) await deleteFollow(tx, id);
    });
  }
}
