import { sql } from 'kysely';
import { TooMany } from '../errors.ts';
import type { Db } from './store.ts';

/** Allows `points` attempts in `seconds`, counted from the first attempt. */
export interface Limit {
  points: number;
  seconds: number;
}

/** A key whose attempts are counted, and its limit. */
export interface Counted {
  key: string;
  limit: Limit;
}

/**
 * Counts one more under each key, or throws TooMany. The counts live in the database, so all instances share them. A key
 * that is at its limit keeps its count.
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
  throw refusal(await findCounts(db, full, now), now);
}

const endOf = (start: Date, seconds: number) =>
  new Date(start.getTime() + seconds * 1000).toISOString();

/** Reads the counts whose window has not ended, by key. */
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

/** The answer to an attempt under these keys, or undefined when each of them has room for one more. */
export function refusalOf(counts: Counts, keys: Counted[], now: Date): TooMany | undefined {
  const full = keys.filter(({ key, limit }) => (counts.get(key)?.points ?? 0) >= limit.points);
  if (full.length === 0) return undefined;
  return refusal(
    new Map([...counts].filter(([key]) => full.some((each) => each.key === key))),
    now,
  );
}

/** The error, with the time until the last of the counts ends. */
function refusal(full: Counts, now: Date): TooMany {
  const ends = [...full.values()].map(({ endsAt }) => Date.parse(endsAt));
  return new TooMany(Math.max(1, Math.ceil((Math.max(...ends) - now.getTime()) / 1000)));
}

/** Decrements each key, in the given order, after an attempt that succeeded. */
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

/** Saves a key for some seconds, as a count that `findCounts` finds. */
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
