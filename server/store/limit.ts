import { sql } from 'kysely';
import { TooMany } from '../errors.ts';
import type { Db } from './store.ts';

/** Allows `points` attempts in a window of `seconds`. The window begins with the first attempt. */
export interface Limit {
  points: number;
  seconds: number;
}

/** A key for which attempts are counted, such as that of a network or a username, and its limit. */
export interface Counted {
  key: string;
  limit: Limit;
}

/**
 * Increments the count of each key in the database, which all instances share. Throws TooMany if a key is at its limit.
 * The counts of the other keys then stay incremented, unless the caller's transaction is rolled back.
 */
export async function countOrRefuse(db: Db, keys: Counted[], now: Date): Promise<void> {
  const hasEnded = sql<boolean>`rate_limits.ends_at <= ${now.toISOString()}`;
  const limitOfKey = sql.join(
    keys.map(({ key, limit }) => sql`when ${key} then cast(${limit.points} as integer)`),
    sql` `,
  );
  const counted = await db
    .insertInto('rate_limits')
    .values(keys.map(({ key, limit }) => ({ key, points: 1, ends_at: endOf(now, limit.seconds) })))
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          points: sql`case when ${hasEnded} then 1 else rate_limits.points + 1 end`,
          ends_at: sql`case when ${hasEnded} then excluded.ends_at else rate_limits.ends_at end`,
        })
        .where(
          sql<boolean>`rate_limits.points < case rate_limits.key ${limitOfKey} end or ${hasEnded}`,
        ),
    )
    .returning('key')
    .execute();
  if (counted.length === keys.length) return;
  const isCounted = new Set(counted.map(({ key }) => key));
  const full = keys.map(({ key }) => key).filter((key) => !isCounted.has(key));
  throw tooMany(await findCounts(db, full, now), now);
}

const endOf = (start: Date, seconds: number) =>
  new Date(start.getTime() + seconds * 1000).toISOString();

/** Returns the counts of these keys whose window has not ended. */
export async function findCounts(db: Db, keys: string[], now: Date): Promise<Counts> {
  const rows = await db
    .selectFrom('rate_limits')
    .select(['key', 'points', 'ends_at'])
    .where('key', 'in', keys)
    .where('ends_at', '>', now.toISOString())
    .execute();
  return new Map(rows.map(({ key, points, ends_at }) => [key, { points, endsAt: ends_at }]));
}

export type Counts = Map<string, { points: number; endsAt: string }>;

/** Returns the error for an attempt if one of its keys is at its limit, otherwise undefined. */
export function findRefusal(counts: Counts, keys: Counted[], now: Date): TooMany | undefined {
  const full = keys.filter(({ key, limit }) => (counts.get(key)?.points ?? 0) >= limit.points);
  if (full.length === 0) return undefined;
  return tooMany(
    new Map([...counts].filter(([key]) => full.some((each) => each.key === key))),
    now,
  );
}

/** Returns the error, with the seconds until the windows of all full keys have ended. */
function tooMany(full: Counts, now: Date): TooMany {
  const ends = [...full.values()].map(({ endsAt }) => Date.parse(endsAt));
  return new TooMany(Math.max(1, Math.ceil((Math.max(...ends) - now.getTime()) / 1000)));
}

/**
 * Decrements the count of each key after a successful attempt. Locks the rows in the given order, as `countOrRefuse`
 * does: callers that sort their keys cannot deadlock.
 */
export async function uncount(db: Db, keys: string[]): Promise<void> {
  for (const key of keys) {
    await db
      .updateTable('rate_limits')
      .set({ points: sql`points - 1` })
      .where('key', '=', key)
      .where('points', '>', 0)
      .execute();
  }
}

/** Saves a key, so that `findCounts` returns it for this number of seconds. */
export async function markKey(db: Db, key: string, seconds: number, now: Date): Promise<void> {
  const endsAt = endOf(now, seconds);
  await db
    .insertInto('rate_limits')
    .values({ key, points: 1, ends_at: endsAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ ends_at: endsAt }))
    .execute();
}

export async function sweepLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('ends_at', '<=', now.toISOString()).execute();
}
