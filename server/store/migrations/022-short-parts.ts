import type { Migration } from './schema.ts';

const textTables = ['idea', 'application', 'contact', 'app', 'pod', 'blog'].map(
  (kind) => `${kind}_texts`,
);

/**
 * An index for texts of one or two characters on PostgreSQL, which pg_trgm does not know: each text has the list of its
 * characters and pairs of characters. The texts are written again after the start, newest first: see search-texts.ts.
 */
export const shortParts: Migration = async ({ engine, run }) => {
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
    await run(`alter table ${texts} add column short_parts text[]`);
    // Otherwise new texts wait in a list that every search reads as a whole, up to 4 MB of it.
    await run(`create index ${texts}_short on ${texts} using gin (short_parts)
      with (fastupdate = off)`);
    await run(`alter index if exists ${texts}_index set (fastupdate = off)`);
    await run(`create trigger ${texts}_shortened before insert on ${texts}
      for each row execute function fill_short_parts()`);
  }
};
