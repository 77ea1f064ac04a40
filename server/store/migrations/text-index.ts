import type { Schema } from './schema.ts';

/**
 * Creates a trigram index on the column `text` of the table `texts`. On SQLite each row gets a number, and `first` is a
 * query for the lowest number that a new row may get.
 */
export async function textIndex(schema: Schema, texts: string, first: string): Promise<void> {
  if (schema.engine === 'sqlite') await sqliteIndex(schema, texts, first);
  else await postgresIndex(schema, texts);
}

/**
 * Returns a query for the lowest number that a new row may get: its creation time in milliseconds, followed by 19 zero
 * bits. With this query, numbers sort by age.
 */
export const firstByAge = (table: string): string =>
  `select coalesce(cast(round(unixepoch(created_at, 'subsec') * 1000) as integer), 0) << 19
          from ${table} where id = new.id`;

/**
 * Creates an FTS5 table that stores only the trigrams, not the texts, and identifies rows by `number`. A new row gets
 * the next number in the range of 2^19 numbers from `first` on. The table `_terms` lists the trigrams.
 */
async function sqliteIndex(
  { addColumn, createIndex, run }: Schema,
  texts: string,
  first: string,
): Promise<void> {
  await addColumn(texts, 'number', 'integer');
  await createIndex(`${texts}_number`, texts, ['number'], { isUnique: true });
  await run(`create virtual table ${texts}_index using fts5 (
    text, tokenize = 'trigram case_sensitive 1', content = '', contentless_delete = 1
  )`);
  await run(`create virtual table ${texts}_terms using fts5vocab (${texts}_index, row)`);
  await run(`create trigger ${texts}_indexed after insert on ${texts} begin
    update ${texts} set number = (
      with first (number) as (
        ${first}
      )
      select coalesce(
        (select max(taken.number) + 1 from ${texts} as taken
          where taken.number >= first.number and taken.number < first.number + (1 << 19)),
        first.number
      ) from first
    ) where id = new.id;
    insert into ${texts}_index (rowid, text)
      select number, text from ${texts} where id = new.id;
  end`);
  await run(`create trigger ${texts}_unindexed after delete on ${texts} begin
    delete from ${texts}_index where rowid = old.number;
  end`);
}

/**
 * Creates an index with pg_trgm. If this extension is missing and cannot be created, there is no index. Searches for
 * three or more letters or digits then read all texts, with the same results.
 */
const postgresIndex = ({ run }: Schema, texts: string): Promise<void> =>
  run(`do $$
    declare
      home name;
    begin
      begin
        create extension if not exists pg_trgm;
      exception when others then
        raise notice 'pg_trgm is not there: %', sqlerrm;
      end;
      select nspname into home from pg_extension
        join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
      if home is not null then
        execute format(
          'create index ${texts}_index on ${texts} using gin (text %I.gin_trgm_ops)', home
        );
      end if;
    end $$`);
