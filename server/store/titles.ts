import { sql } from 'kysely';
import type { AnyDb } from './migrations/schema.ts';

/** Finds ideas by parts of words in their titles, by the trigram index of the table `idea_titles`. */

export interface TitleMatches {
  /** How many titles were looked through to count. */
  sampled: number;
  /** How many of these contain each part. */
  counts: number[];
  /** Titles that contain several of the rarest parts, folded: see search-texts.ts. */
  found: FoundTitle[];
}

export interface FoundTitle {
  id: string;
  text: string;
}

/** Each part has three letters or digits at least, and nothing else. */
export type FindTitles = (parts: string[]) => Promise<TitleMatches>;

/** Finds the newest titles that contain all parts of one of the groups. */
export type MatchTitles = (db: AnyDb, groups: string[][], limit: number) => Promise<FoundTitle[]>;

/** The newest titles show how frequent a part is. */
const sampleSize = 1000;
/** A part in fewer of a hundred titles than this finds similar ideas on its own. */
const rarePercent = 1;
const mostWithAll = 50;
const mostWithSome = 100;

/**
 * Only the three rarest parts are looked for, and only the newest matches are returned, so that the cost does not depend
 * on how frequent the words of a title are. A title with all three is found however many newer ones have two of them.
 */
export const findTitles =
  (db: AnyDb, match: MatchTitles): FindTitles =>
  async (parts) => {
    const { sampled, counts } = await countParts(db, parts);
    const byRarity = parts
      .map((part, at) => ({ part, count: counts[at] ?? 0 }))
      .toSorted((one, other) => one.count - other.count)
      .slice(0, 3);
    const rarest = byRarity.map(({ part }) => part);
    const isRare = (byRarity[0]?.count ?? 0) * 100 <= sampled * rarePercent;
    const withAll = await match(db, [rarest], mostWithAll);
    const withSome = rarest.length < 2 ? [] : await match(db, someOf(rarest, isRare), mostWithSome);
    const found = new Map([...withAll, ...withSome].map((title) => [title.id, title]));
    return { sampled, counts, found: [...found.values()] };
  };

/** Groups of two parts; a first part that is rare is a group of its own. */
function someOf([first = '', ...others]: string[], isRare: boolean): string[][] {
  const withFirst = isRare ? [[first]] : others.map((other) => [first, other]);
  return others.length < 2 ? withFirst : [...withFirst, others];
}

async function countParts(db: AnyDb, parts: string[]) {
  const sample = db
    .selectFrom('idea_titles')
    .select('text')
    .orderBy('id', 'desc')
    .limit(sampleSize)
    .as('sample');
  const count = (part: string, at: number) =>
    sql<number | string>`count(case when text like ${`%${part}%`} then 1 end)`.as(`part${at}`);
  const { sampled, ...counts } = await db
    .selectFrom(sample)
    .select(sql<number | string>`count(*)`.as('sampled'))
    .select(parts.map(count))
    .executeTakeFirstOrThrow();
  return {
    sampled: Number(sampled),
    counts: parts.map((_, at) => Number((counts as Record<string, unknown>)[`part${at}`])),
  };
}
