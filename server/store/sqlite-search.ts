import { type SelectQueryBuilder, sql } from 'kysely';
import { withFacets } from './facets.ts';
import type { AnyDb } from './migrations/schema.ts';
import type { Match, Search, SearchQuery } from './search.ts';
import { textTables } from './search-texts.ts';
import { isReceived } from './tables.ts';
import type { MatchTitles } from './titles.ts';

/** The index is slow for long phrases, so it gets only this many characters. `contains` compares the whole text. */
const longestPhrase = 64;

/**
 * The number of the newest rows that are read to estimate how frequent a short text is. If at most this many rows have
 * the status of the search, the search reads these rows instead of the index.
 */
const sampleSize = 2000;
/** With at least this many matches in the sample, reading the list from its start finds enough rows quickly. */
const frequentInSample = 200;

/**
 * Searches through the trigrams of an FTS5 table. If few rows have the status, reads all rows with this status instead.
 * If all texts of the search have one or two characters, looks up the trigrams that begin with `text`. If `text` is
 * frequent, reads the rows in order instead.
 */
export const searchSqlite =
  (db: AnyDb): Search =>
  async (wanted) => {
    if (wanted.status !== undefined && (await isRareStatus(db, wanted))) {
      return byStatus(db, wanted).execute();
    }
    const texts = [wanted.text, ...(wanted.also ?? [])];
    const indexed = texts.map((text) => [...text]).filter(({ length }) => length >= 3);
    if (indexed.length > 0) {
      const phrases = indexed.map((text) => quoted(text.slice(0, longestPhrase).join('')));
      const others = texts.filter((text) => !isIndexedWhole([...text].length));
      return byIndex(db, wanted, phrases.join(' AND ')).where(contains(wanted, others)).execute();
    }
    if (await isFrequent(db, wanted)) return byReading(db, wanted).execute();
    const terms = await trigramsFrom(db, wanted);
    if (terms.length === 0) return [];
    const query = byIndex(db, wanted, terms.map(quoted).join(' OR '));
    return query.where(contains(wanted, wanted.also)).execute();
  };

const isIndexedWhole = (length: number) => length >= 3 && length <= longestPhrase;

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Builds the condition that the text of a row contains all of `parts`, by default all texts of the search. */
const contains = (
  { kind, text, also = [] }: SearchQuery,
  parts: readonly string[] = [text, ...also],
  table = textTables[kind],
) =>
  sql<boolean>`${sql.join(
    [sql`true`, ...parts.map((each) => sql`instr(${sql.ref(`${table}.text`)}, ${each}) > 0`)],
    sql` and `,
  )}`;

// biome-ignore lint/suspicious/noExplicitAny: the tables differ by kind
type Rows = SelectQueryBuilder<any, any, Match>;

function byIndex(db: AnyDb, wanted: SearchQuery, phrase: string): Rows {
  const texts = textTables[wanted.kind];
  const found = sql<{ rowid: number }>`${sql.table(`${texts}_index`)}(${phrase})`.as('found');
  const query = db
    .selectFrom(found)
    .innerJoin(texts, `${texts}.number`, 'found.rowid')
    .orderBy('found.rowid', wanted.direction ?? 'desc');
  return narrow(query, wanted, 'found.rowid');
}

/** Finds rows by reading texts in the order of the list, until `limit` rows match. */
function byReading(db: AnyDb, wanted: SearchQuery): Rows {
  const texts = textTables[wanted.kind];
  const query = db
    .selectFrom(texts)
    .where(contains(wanted))
    .orderBy(`${texts}.number`, wanted.direction ?? 'desc');
  return narrow(query, wanted, `${texts}.number`);
}

/** Finds rows by reading all texts of the rows with one status. */
function byStatus(db: AnyDb, wanted: SearchQuery): Rows {
  const { kind, status, facets, before, after, limit } = wanted;
  const [table, texts]: [string, string] = [kind, textTables[kind]];
  const rows = db
    .selectFrom(table)
    .innerJoin(texts, `${texts}.id`, `${table}.id`)
    .select([`${table}.id`, `${table}.status`])
    .where('status', '=', status)
    .where(contains(wanted))
    .$if(before !== undefined, (rows) => rows.where(`${table}.id`, '<', before))
    .$if(after !== undefined, (rows) => rows.where(`${table}.id`, '>', after))
    .orderBy(`${table}.id`, wanted.direction ?? 'desc')
    .limit(limit);
  return (isReceived(kind) ? withFacets(rows, kind, facets) : rows) as Rows;
}

/** Returns true if so few rows have the status that reading all of them is faster than the index. */
async function isRareStatus(db: AnyDb, { kind, status }: SearchQuery): Promise<boolean> {
  const row = await db
    .selectFrom('status_counts')
    .select('count')
    .where('kind', '=', kind)
    .where('status', '=', status)
    .executeTakeFirst();
  return (row?.count ?? 0) <= sampleSize;
}

// biome-ignore lint/suspicious/noExplicitAny: the tables differ by kind
function narrow(query: SelectQueryBuilder<any, any, object>, wanted: SearchQuery, number: string) {
  const { kind, status, facets, before, after, limit } = wanted;
  const [table, texts]: [string, string] = [kind, textTables[kind]];
  if (!isReceived(kind)) {
    return query.select([`${texts}.id`, sql.lit('').as('status')]).limit(limit) as Rows;
  }
  const rows = query
    .innerJoin(table, `${table}.id`, `${texts}.id`)
    .select([`${texts}.id`, `${table}.status`])
    .$if(status !== undefined, (rows) => rows.where(`${table}.status`, '=', status))
    .$if(before !== undefined, (rows) => rows.where(number, '<', numberOf(texts, before ?? '')))
    .$if(after !== undefined, (rows) => rows.where(number, '>', numberOf(texts, after ?? '')))
    .limit(limit);
  return withFacets(rows, kind, facets) as Rows;
}

/**
 * Returns SQL for the column `number` of a row, which sorts by age: see `firstByAge` of text-index.ts. For a deleted
 * row, returns the first number of the millisecond with which the row's id, a UUIDv7, begins.
 */
function numberOf(texts: string, id: string) {
  const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16) || 0;
  return sql<number>`coalesce(
    (select number from ${sql.table(texts)} where id = ${id}), ${BigInt(time) << 19n})`;
}

async function isFrequent(db: AnyDb, wanted: SearchQuery): Promise<boolean> {
  const texts = textTables[wanted.kind];
  const sample = db.selectFrom(texts).select('text').orderBy('number', 'desc').limit(sampleSize);
  const { count } = await db
    .selectFrom(sample.as('sample'))
    .select(sql<number>`count(*)`.as('count'))
    .where(contains(wanted, [wanted.text], 'sample'))
    .executeTakeFirstOrThrow();
  return count >= frequentInSample;
}

async function trigramsFrom(db: AnyDb, { kind, text }: SearchQuery): Promise<string[]> {
  const rows = await db
    .selectFrom(`${textTables[kind]}_terms`)
    .select('term')
    .where('term', '>=', text)
    .where('term', '<', `${text}\u{10ffff}`)
    .execute();
  return rows.map(({ term }) => term);
}

/** Matches titles through the FTS5 index. Each part is a phrase of trigrams. */
export const matchTitlesSqlite: MatchTitles = (db, groups, limit) => {
  const phrase = groups.map((parts) => `(${parts.map(quoted).join(' AND ')})`).join(' OR ');
  const found = sql<{ rowid: number }>`idea_titles_index(${phrase})`.as('found');
  return db
    .selectFrom(found)
    .innerJoin('idea_titles', 'idea_titles.number', 'found.rowid')
    .select(['idea_titles.id', 'idea_titles.text'])
    .orderBy('found.rowid', 'desc')
    .limit(limit)
    .execute();
};
