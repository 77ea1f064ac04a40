import { sql } from 'kysely';
import { canOpen } from '#contract/access.ts';
import { roles } from '#contract/vocabulary.ts';
import { nameColumns } from './history.ts';
import { firstIdAt, newId } from './id.ts';
import { deleteOutboxRow } from './outbox.ts';
import type { OutboxRow } from './state-rows.ts';
import type { Db } from './store.ts';
import { type Received, received } from './tables.ts';

/** A digest is a mail to a member of staff about new submissions. Each member gets at most one an hour. */

const minute = 60_000;
/** A digest waits for this time, because submissions often arrive in a burst. */
const burst = 1 * minute;
const interval = 60 * minute;
/**
 * A digest leaves out submissions that are younger than this, because transactions may commit out of order. Otherwise
 * `told_until` could move past an older submission that commits later, and no digest would list that submission.
 */
const settling = 30_000;

const later = (now: Date, milliseconds: number) =>
  new Date(now.getTime() + milliseconds).toISOString();

/**
 * Queues a digest for each member of staff who may read submissions of this kind, wants digests and has an address. If
 * one is queued already, the update on conflict changes nothing, but it locks the row until the transaction ends.
 * `finishDigest` waits for this lock, and then sees the new submission.
 */
export async function queueDigests(tx: Db, kind: Received, now: Date): Promise<void> {
  const soon = later(now, burst);
  await tx
    .insertInto('outbox')
    .columns(['id', 'topic', 'user_id', 'attempts', 'next_at', 'created_at'])
    .expression((from) =>
      from
        .selectFrom('mail_settings')
        .innerJoin('users', 'users.id', 'mail_settings.user_id')
        .select([
          sql<string>`${`${newId(now)}-`} || users.id`.as('id'),
          sql<string>`'digest'`.as('topic'),
          'users.id as user_id',
          sql<number>`0`.as('attempts'),
          sql<string>`case when next_digest_at > ${soon} then next_digest_at else ${soon} end`.as(
            'next_at',
          ),
          sql<string>`cast(${now.toISOString()} as text)`.as('created_at'),
        ])
        .where('wants_digest', '=', 1)
        .where('email', 'is not', null)
        .where(
          'users.role',
          'in',
          roles.filter((role) => canOpen(role, kind)),
        )
        // All transactions lock the rows in this order, so that they cannot deadlock.
        .orderBy('users.id'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['topic', 'user_id'])
        .where('given_up_at', 'is', null)
        .doUpdateSet((row) => ({ topic: row.ref('excluded.topic') })),
    )
    .execute();
}

export interface Digest {
  email: string;
  /** The oldest new submissions, at most `mostListed`. `total` counts all new submissions. */
  items: DigestItem[];
  total: number;
  /** The digest covers submissions up to this time. */
  until: Date;
}

export interface DigestItem {
  kind: Received;
  id: string;
  /** The title, name or subject. */
  name: string;
  /** The e-mail address of the sender, or null for an idea without one. */
  email: string | null;
}

const mostListed = 20;

/**
 * Reads the submissions that are later than the member's `told_until`. Returns undefined if the member wants no
 * digests, has no address, or may not read submissions.
 */
export async function prepareDigest(
  db: Db,
  { user_id }: OutboxRow,
  now: Date,
): Promise<Digest | undefined> {
  const member = await findMember(db, user_id ?? '');
  if (!member) return undefined;
  const until = new Date(now.getTime() - settling);
  const items: DigestItem[] = [];
  let total = 0;
  for (const kind of member.kinds) {
    const submissions = newSubmissions(db, kind, member.toldUntil, until);
    const { count } = await submissions
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow();
    total += Number(count);
    if (Number(count) === 0) continue;
    const rows = await submissions
      .select(['id', 'email', `${nameColumns[kind] as 'title'} as name`])
      .orderBy('id')
      .limit(mostListed)
      .execute();
    items.push(...rows.map((row) => ({ kind, ...row })));
  }
  items.sort((one, other) => (one.id < other.id ? -1 : 1));
  return { email: member.email, items: items.slice(0, mostListed), total, until };
}

/**
 * Finishes a digest that was sent or had no submissions. Submissions that arrived meanwhile have queued no digest,
 * because the row of this digest was still in the outbox. So this row becomes the next digest, or is deleted if there
 * are no new submissions.
 */
export async function finishDigest(
  tx: Db,
  { id, user_id }: OutboxRow,
  { until, total }: Digest,
  now: Date,
): Promise<void> {
  const nextAt = later(now, total > 0 ? interval : burst);
  // This update waits for transactions that have locked the row in `queueDigests`.
  const row = await tx
    .updateTable('outbox')
    .set({
      id: `${newId(now)}-${user_id}`,
      attempts: 0,
      next_at: nextAt,
      claimed_until: null,
      created_at: now.toISOString(),
      last_error: null,
    })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (total > 0) {
    await tx
      .updateTable('mail_settings')
      .set({ told_until: until.toISOString(), next_digest_at: nextAt })
      .where('user_id', '=', user_id ?? '')
      .execute();
  }
  if (!row) return;
  const member = await findMember(tx, user_id ?? '');
  for (const kind of member?.kinds ?? []) {
    const anyNew = newSubmissions(tx, kind, member?.toldUntil ?? until)
      .select('id')
      .limit(1);
    if (await anyNew.executeTakeFirst()) return;
  }
  await deleteOutboxRow(tx, row.id);
}

async function findMember(db: Db, userId: string) {
  const row = await db
    .selectFrom('mail_settings')
    .innerJoin('users', 'users.id', 'mail_settings.user_id')
    .select(['email', 'told_until', 'wants_digest', 'role'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const kinds = received.filter((kind) => row && canOpen(row.role, kind));
  if (!row?.email || row.wants_digest !== 1 || kinds.length === 0) return undefined;
  return { email: row.email, toldUntil: new Date(row.told_until), kinds };
}

/** Selects submissions later than `after`, up to `until`. Compares ids, which sort by time and are indexed. */
const newSubmissions = (db: Db, kind: Received, after: Date, until?: Date) =>
  db
    .selectFrom(kind)
    .where('id', '>=', firstIdAt(after.getTime() + 1))
    // Leaves out imported submissions: staff know of them.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('imported_rows')
            .select('submission_id')
            .whereRef('submission_id', '=', `${kind as 'ideas'}.id`),
        ),
      ),
    )
    .$if(until !== undefined, (rows) =>
      rows.where('id', '<', firstIdAt((until?.getTime() ?? 0) + 1)),
    );
