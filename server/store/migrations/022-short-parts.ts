import { sql } from 'kysely';
import type { Migration } from './schema.ts';

const textTables = ['idea', 'application', 'contact', 'app', 'pod', 'blog'].map(
  (kind) => `${kind}_texts`,
);

/**
 * Adds indexes for searches of one or two characters on PostgreSQL: pg_trgm needs three. The column `short_parts` lists
 * the characters and the pairs of adjacent characters of a text. All texts are deleted, and search-texts.ts writes them
 * again once the server runs.
 */
export const shortParts: Migration = async ({ engine, addColumn, run }) => {
  if (engine === 'sqlite') return;
  await run(`create function short_parts(value text) returns text[]
    language sql immutable strict parallel safe
    as $$
      select array_agg(distinct part) from (
        select unnest(array[one, one || next]) as part from (
          select one, lead(one) over (order by at) as next
            from string_to_table(value, null) with ordinality as characters (one, at)
        ) as pairs
      ) as parts where part is not null
    $$`);
  await run(`create function fill_short_parts() returns trigger language plpgsql
    as $$ begin
      new.short_parts := short_parts(new.text);
      return new;
    end $$`);
  for (const texts of textTables) {
    await run(`truncate ${texts}`);
    await addColumn(texts, 'short_parts', sql`text[]`);
    // By default, a GIN index collects new entries in a pending list of up to 4 MB, which every search must read.
    await run(`create index ${texts}_short on ${texts} using gin (short_parts)
      with (fastupdate = off)`);
    await run(`alter index if exists ${texts}_index set (fastupdate = off)`);
    await run(`create trigger ${texts}_shortened before insert on ${texts}
      for each row execute function fill_short_parts()`);
  }
};
