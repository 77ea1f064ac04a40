import { type SelectQueryBuilder, sql } from 'kysely';
import { withFacets } from './facets.ts';
import type { AnyDb } from './migrations/schema.ts';
import { likePattern, type Match, type Search, type Wanted } from './search.ts';
import { textIndexes, textTables } from './search-texts.ts';
import { isReceived } from './tables.ts';
import type { MatchTitles } from './titles.ts';

/** The number of rows, from the first one on, that show how frequent a text is. */
const sampleSize = 500;
/** The number of rows in which a text that seems frequent is looked for next: only the newest rows may have it. */
const pieceSize = 5000;
/** With this many matches in the sample, reading and the index take equally long for 100,000 rows. */
const equalMatches = 15;

/**
 * True if the index finds a text more quickly than reading from the first row on does. In the sample, `matching` rows have
 * the text and `having` rows have all of its words: the index finds the latter, and each of them is fetched. Reading all
 * rows is quicker than fetching a third of them.
 */
const isRare = (having: number, matching: number) =>
  having * matching < equalMatches ** 2 && having < sampleSize / 3;

/**
 * Searches by an index if the text is rare, that of pg_trgm or that of short parts (migration 022), and reads from the first
 * row on otherwise. The choice is not left to PostgreSQL: it takes LIKE for cheap, and reads half of the table for a text
 * that the index finds in 2 ms.
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

/** `strpos` takes half of the time of LIKE, which only the index needs. */
const has = (parts: readonly string[]) =>
  sql<boolean>`${sql.join(
    parts.map((part) => sql`strpos(text, ${part}) > 0`),
    sql` and `,
  )}`;

/** The index of pg_trgm knows texts with three letters or digits in a row. */
const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);

/** The pairs of characters of a text, or its only character. */
function shortParts(text: string): string[] {
  const characters = [...text];
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  return pairs.length > 0 ? pairs : characters;
}

// biome-ignore lint/suspicious/noExplicitAny: the tables differ by kind
type Rows = SelectQueryBuilder<any, any, object>;

function firstMatches(found: Rows, wanted: Wanted): Promise<Match[]> {
  const { kind, status, facets = [], direction = 'desc', limit } = wanted;
  const table: string = kind;
  const first = found.select('found.id').orderBy('found.id', direction).limit(limit);
  const run = (matches: Rows) => matches.execute() as Promise<Match[]>;
  if (!isReceived(kind)) return run(first.select(sql.lit('').as('status')));
  if (status === undefined && facets.length === 0) {
    // Not a join: for that PostgreSQL sometimes reads all submissions along the list.
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

/**
 * Matches titles by the index. Without `materialized` PostgreSQL sometimes reads all titles from the newest on, because it
 * takes a rare part for a frequent one.
 */
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

/** False where pg_trgm was missing when the tables were made: then searches read all texts. */
export async function hasTextIndex(db: AnyDb): Promise<boolean> {
  const names = textIndexes.map(({ texts }) => `${texts}_index`);
  const found = await db
    .selectFrom('pg_indexes')
    .select('indexname')
    .where('indexname', 'in', names)
    .execute();
  return found.length === names.length;
}
