import { sql } from 'kysely';
import { TooMany } from '../errors.ts';
import { prepared } from './prepared.ts';
import type { Db } from './store.ts';

/** So many in so many seconds, counted from the first one. */
export interface Limit {
  points: number;
  seconds: number;
}

/** What is counted, and how far. */
export interface Counted {
  key: string;
  limit: Limit;
}

/**
 * Counts one more under each key, or throws TooMany. The counts live in the database, so all instances
 * share them. A key that is at its limit is left as it is.
 */
export async function countOrRefuse(db: Db, keys: Counted[], now: Date): Promise<void> {
  const values: Counting = { now: now.toISOString() };
  for (const [number, { key, limit }] of keys.entries()) {
    values[`key${number}`] = key;
    values[`points${number}`] = limit.points;
    values[`ends${number}`] = new Date(now.getTime() + limit.seconds * 1000).toISOString();
  }
  const { rows } = await counter(keys.length)(db, values);
  const counted = rows as { key: string }[];
  if (counted.length === keys.length) return;
  const isCounted = new Set(counted.map(({ key }) => key));
  const full = keys.map(({ key }) => key).filter((key) => !isCounted.has(key));
  const { ends_at } = await db
    .selectFrom('rate_limits')
    .select('ends_at')
    .where('key', 'in', full)
    .orderBy('ends_at', 'desc')
    .executeTakeFirstOrThrow();
  throw new TooMany(Math.max(1, Math.ceil((Date.parse(ends_at) - now.getTime()) / 1000)));
}

type Counting = Record<string, string | number>;
const counters = new Map<number, ReturnType<typeof newCounter>>();

function counter(keys: number) {
  const made = counters.get(keys) ?? newCounter(keys);
  counters.set(keys, made);
  return made;
}

/** Counts under so many keys at once, and gives those that had room. */
const newCounter = (keys: number) =>
  prepared((db, values: Counting) => {
    const numbers = Array.from({ length: keys }, (_, number) => number);
    const over = sql<boolean>`rate_limits.ends_at <= ${values.now}`;
    const most = sql.join(
      numbers.map(
        (number) =>
          sql`when ${values[`key${number}`]} then cast(${values[`points${number}`]} as integer)`,
      ),
      sql` `,
    );
    return db
      .insertInto('rate_limits')
      .values(
        numbers.map((number) => ({
          key: values[`key${number}`] as string,
          points: 1,
          ends_at: values[`ends${number}`] as string,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            points: sql`case when ${over} then 1 else rate_limits.points + 1 end`,
            ends_at: sql`case when ${over} then excluded.ends_at else rate_limits.ends_at end`,
          })
          .where(sql<boolean>`rate_limits.points < case rate_limits.key ${most} end or ${over}`),
      )
      .returning('key');
  });

/** Takes one back: the attempt turned out to be a good one. */
export async function uncount(db: Db, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ points: sql`points - 1` })
    .where('key', '=', key)
    .where('points', '>', 0)
    .execute();
}

/** Remembers something for so many seconds, in the same way as a count: `isNoted` asks for it. */
export async function note(db: Db, key: string, seconds: number, now: Date): Promise<void> {
  const endsAt = new Date(now.getTime() + seconds * 1000).toISOString();
  await db
    .insertInto('rate_limits')
    .values({ key, points: 1, ends_at: endsAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ ends_at: endsAt }))
    .execute();
}

export async function isNoted(db: Db, key: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', '=', key)
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst();
  return row !== undefined;
}

export async function sweepLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('ends_at', '<=', now.toISOString()).execute();
}
