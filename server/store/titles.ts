import { sql } from 'kysely';
import type { AnyDb } from './migrations/schema.ts';

export interface TitleMatches {
  /** The number of titles that were read to count the parts. */
  sampled: number;
  /** For each part, the number of these titles that contain it. */
  counts: number[];
  /**
   * Titles with at least two of the three rarest parts. The rarest part alone suffices if it is the only part, or if at
   * most `rarePercent` of the titles contain it. The titles are folded: see search-text.ts.
   */
  found: FoundTitle[];
}

export interface FoundTitle {
  id: string;
  text: string;
}

/**
 * Finds ideas by parts of the words in their titles. Each part has at least three characters, all of them letters,
 * digits or accents, so that it needs no escaping in LIKE.
 */
export type FindTitles = (parts: string[]) => Promise<TitleMatches>;

/** Finds the newest titles that contain all parts of one of the groups, through the trigram index of `idea_titles`. */
export type MatchTitles = (db: AnyDb, groups: string[][], limit: number) => Promise<FoundTitle[]>;

/** The number of the newest titles that are read to estimate how frequent a part is. */
const sampleSize = 1000;
/** If at most this percentage of the titles contain the rarest part, a title with only this part is found, too. */
const rarePercent = 1;
const mostWithAll = 50;
const mostWithSome = 100;

/**
 * Searches only for the three rarest parts, and returns only the newest matches, so that the cost does not depend on
 * how frequent the words are. Titles with all three parts have their own search, so that many newer titles with two of
 * the parts cannot displace them.
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
    const withSome =
      rarest.length < 2 ? [] : await match(db, groupsOf(rarest, isRare), mostWithSome);
    const found = new Map([...withAll, ...withSome].map((title) => [title.id, title]));
    return { sampled, counts, found: [...found.values()] };
  };

/** Returns groups for `match`: the pairs of the parts. A rare first part alone replaces the pairs that contain it. */
function groupsOf([first = '', ...others]: string[], isRare: boolean): string[][] {
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
