import { type SelectQueryBuilder, sql } from 'kysely';
import { withFacets } from './facets.ts';
import type { AnyDb } from './migrations/schema.ts';
import { likePattern, type Match, type Search, type Wanted } from './search.ts';
import { textIndexes, textTables } from './search-texts.ts';
import { isReceived } from './tables.ts';
import type { MatchTitles } from './titles.ts';

/**
 * The samples by which a text counts as frequent: of so many rows, from the first one on, so many match. Reading from the
 * first row on then finds enough rows quickly. The second sample keeps a text out that only the newest rows have: reading
 * would go through all others for it.
 */
const samples = [
  { size: 500, least: 15 },
  { size: 5000, least: 150 },
];

/**
 * Searches with LIKE: reads from the first row on if the text is frequent, and asks an index otherwise: that of pg_trgm, or
 * that of short parts (migration 022). The choice is not left to PostgreSQL: it takes LIKE for cheap, and reads half of the
 * table for a text that the index finds in 2 ms.
 */
export const searchPostgres =
  (db: AnyDb): Search =>
  async (wanted) => {
    const { kind, text, also = [], before, after, direction = 'desc' } = wanted;
    const contained = [text, ...also];
    const containing = (rows: Rows) =>
      contained.reduce((found, each) => found.where('text', 'like', likePattern(each)), rows);
    const texts: Rows = db
      .selectFrom(textTables[kind])
      .$if(before !== undefined, (texts) => texts.where('id', '<', before))
      .$if(after !== undefined, (texts) => texts.where('id', '>', after));
    const among = (rows: Rows, isIndexed: boolean) =>
      db
        .with(
          (cte) => (isIndexed ? cte('found').materialized() : cte('found').notMaterialized()),
          () => containing(rows).select('id'),
        )
        .selectFrom('found');

    const isFrequentIn = async ({ size, least }: (typeof samples)[number]) => {
      const sample = texts.select(['id', 'text']).orderBy('id', direction).limit(size);
      const found = containing(db.selectFrom(sample.as('sample')))
        .select('id')
        .limit(least);
      return (await found.execute()).length === least;
    };
    let isFrequent = true;
    for (const sample of samples) isFrequent &&= await isFrequentIn(sample);
    if (isFrequent) return firstMatches(among(texts, false), wanted);
    const rare = contained.some(hasTrigram)
      ? texts
      : texts.where(sql<boolean>`short_parts @> ${contained.flatMap(shortParts)}`);
    return firstMatches(among(rare, true), wanted);
  };

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
