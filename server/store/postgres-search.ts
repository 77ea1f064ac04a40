import { sql } from 'kysely';
import { withFacets } from './facets.ts';
import type { AnyDb } from './migrations/schema.ts';
import { likePattern, type Match, type Search } from './search.ts';
import { textIndexes, textTables } from './search-texts.ts';
import { isReceived } from './tables.ts';
import type { MatchTitles } from './titles.ts';

/**
 * Searches with LIKE. PostgreSQL uses the index of pg_trgm, or reads from the newest row on where so many match that this
 * is quicker.
 */
export const searchPostgres =
  (db: AnyDb): Search =>
  ({ kind, text, also = [], status, facets, before, after, direction = 'desc', limit }) => {
    const [table, texts]: [string, string] = [kind, textTables[kind]];
    const matching = db
      .selectFrom(texts)
      .where((row) =>
        row.and([text, ...also].map((each) => row('text', 'like', likePattern(each)))),
      )
      .limit(limit);
    if (!isReceived(kind)) {
      const rows = matching.select([`${texts}.id`, sql.lit('').as('status')]);
      return rows.orderBy(`${texts}.id`, direction).execute() as Promise<Match[]>;
    }
    const query = matching
      .innerJoin(table, `${table}.id`, `${texts}.id`)
      .select([`${texts}.id`, `${table}.status`])
      .$if(status !== undefined, (query) => query.where(`${table}.status`, '=', status))
      .$if(before !== undefined, (query) => query.where(`${texts}.id`, '<', before))
      .$if(after !== undefined, (query) => query.where(`${texts}.id`, '>', after))
      .orderBy(`${texts}.id`, direction);
    return withFacets(query, kind, facets).execute() as Promise<Match[]>;
  };

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
