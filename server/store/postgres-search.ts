import { type SelectQueryBuilder, sql } from 'kysely';
import { withFacets } from './facets.ts';
import type { AnyDb } from './migrations/schema.ts';
import { likePattern, type Match, type Search, type SearchQuery } from './search.ts';
import { textIndexes, textTables } from './search-texts.ts';
import { isReceived } from './tables.ts';
import type { MatchTitles } from './titles.ts';

/** The number of rows at the start of the list that are read to estimate how frequent a text is. */
const sampleSize = 500;
/** If the sample has many matches, this many rows from the start are read: later rows may have few matches. */
const pieceSize = 5000;
/** With this many matches in the sample, reading a list of 100,000 rows takes as long as using the index. */
const equalMatches = 15;

/**
 * Returns true if the index finds the rows faster than reading the list from its start. In the sample, `matching` rows
 * contain the text, and `having` rows contain all of its words. The index fetches all rows that have the words, so its
 * cost grows with `having`. The larger `matching` is, the sooner reading ends. If a third of the rows have the words,
 * reading the whole list is faster than fetching rows one by one.
 */
const isRare = (having: number, matching: number) =>
  having * matching < equalMatches ** 2 && having < sampleSize / 3;

/**
 * Searches through an index if the text is rare, and otherwise reads the list from its start. The index is the pg_trgm
 * index, or that of the column `short_parts` (migration 022) for texts without a trigram. PostgreSQL's planner chooses
 * badly: it underestimates the cost of LIKE, and reads much of the table for texts that the index finds at once.
 */
export const searchPostgres =
  (db: AnyDb): Search =>
  async (wanted) => {
    const { kind, text, also = [], before, after, direction = 'desc', limit } = wanted;
    const contained = [text, ...also];
    const words = contained.flatMap((each) => each.split(' ')).filter(Boolean);
    const texts: Rows = db
      .selectFrom(textTables[kind])
      .$if(before !== undefined, (texts) => texts.where('id', '<', before))
      .$if(after !== undefined, (texts) => texts.where('id', '>', after));
    const first = (size: number): Rows =>
      db.selectFrom(texts.select(['id', 'text']).orderBy('id', direction).limit(size).as('first'));
    const reading = (rows: Rows) =>
      db
        .with(
          (cte) => cte('found').notMaterialized(),
          () => rows.where(has(contained)).select('id'),
        )
        .selectFrom('found');
    const byIndex = () => {
      const indexed = contained.some(hasTrigram)
        ? texts
        : texts.where(sql<boolean>`short_parts @> ${contained.flatMap(shortParts)}`);
      const matching = contained.reduce(
        (rows, each) => rows.where('text', 'like', likePattern(each)),
        indexed,
      );
      const found = db.with(
        (cte) => cte('found').materialized(),
        () => matching.select('id'),
      );
      return firstMatches(found.selectFrom('found'), wanted);
    };

    const sample = await first(sampleSize)
      .where(has(words))
      .select(({ fn }) => [
        fn.countAll<string>().as('having'),
        fn.countAll<string>().filterWhere(has(contained)).as('matching'),
      ])
      .executeTakeFirstOrThrow();
    const having = Number(sample.having);
    if (isRare(having, Number(sample.matching))) return byIndex();

    const isNarrowed = wanted.status !== undefined || (wanted.facets ?? []).length > 0;
    const samples = pieceSize / sampleSize;
    // With a status or facets, these matches only show how frequent the text is. Otherwise they may be the result.
    const found = await firstMatches(reading(first(pieceSize)), {
      kind,
      text,
      direction,
      limit: isNarrowed ? equalMatches * samples : limit,
    });
    if (!isNarrowed && found.length === limit) return found;
    return isRare(having, found.length / samples)
      ? byIndex()
      : firstMatches(reading(texts), wanted);
  };

/** Builds the condition that a text contains all parts. `strpos` takes half the time of LIKE, but uses no index. */
const has = (parts: readonly string[]) =>
  sql<boolean>`${sql.join(
    parts.map((part) => sql`strpos(text, ${part}) > 0`),
    sql` and `,
  )}`;

/** Returns true if the pg_trgm index can find the text, because it has three letters or digits in a row. */
const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);

/** Returns the pairs of adjacent characters of a text, or its only character. */
function shortParts(text: string): string[] {
  const characters = [...text];
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  return pairs.length > 0 ? pairs : characters;
}

// biome-ignore lint/suspicious/noExplicitAny: the tables differ by kind
type Rows = SelectQueryBuilder<any, any, object>;

function firstMatches(found: Rows, wanted: SearchQuery): Promise<Match[]> {
  const { kind, status, facets = [], direction = 'desc', limit } = wanted;
  const table: string = kind;
  const first = found.select('found.id').orderBy('found.id', direction).limit(limit);
  const run = (matches: Rows) => matches.execute() as Promise<Match[]>;
  if (!isReceived(kind)) return run(first.select(sql.lit('').as('status')));
  if (status === undefined && facets.length === 0) {
    // A subquery, because for a join PostgreSQL sometimes reads all submissions in the order of the list.
    return run(
      first.select(({ selectFrom }) =>
        selectFrom(table).select('status').whereRef(`${table}.id`, '=', 'found.id').as('status'),
      ),
    );
  }
  const narrowed = first
    .innerJoin(table, `${table}.id`, 'found.id')
    .select(`${table}.status`)
    .$if(status !== undefined, (rows) => rows.where(`${table}.status`, '=', status));
  return run(withFacets(narrowed, kind, facets));
}

/** Without `materialized`, PostgreSQL sometimes considers a rare part frequent, and does not use the index. */
export const matchTitlesPostgres: MatchTitles = (db, groups, limit) =>
  db
    .with(
      (cte) => cte('found').materialized(),
      (db) =>
        db
          .selectFrom('idea_titles')
          .select(['id', 'text'])
          .where((row) =>
            row.or(
              groups.map((parts) =>
                row.and(parts.map((part) => row('text', 'like', likePattern(part)))),
              ),
            ),
          ),
    )
    .selectFrom('found')
    .select(['id', 'text'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/**
 * Returns false if pg_trgm was missing when a table of texts was created. Then only searches without three letters or
 * digits in a row use an index (migration 022), and others read all texts.
 */
export async function hasTextIndex(db: AnyDb): Promise<boolean> {
  const names = textIndexes.map(({ texts }) => `${texts}_index`);
  const found = await db
    .selectFrom('pg_indexes')
    .select('indexname')
    .where('indexname', 'in', names)
    .execute();
  return found.length === names.length;
}
