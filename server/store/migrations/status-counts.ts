import type { Engine } from './schema.ts';

/**
 * Returns the statements that write the number of a table's rows of each status into `status_counts`, and create
 * triggers that keep these numbers up to date.
 */
export const statusCounts = (engine: Engine, table: string): string[] => [
  `insert into status_counts (kind, status, count)
    select '${table}', status, count(*) from ${table} group by status`,
  ...(engine === 'sqlite' ? sqliteTriggers(table) : postgresTriggers(table)),
];

function sqliteTriggers(table: string): string[] {
  const add = `insert into status_counts (kind, status, count) values ('${table}', new.status, 1)
    on conflict (kind, status) do update set count = count + 1;`;
  const subtract = `update status_counts set count = count - 1
    where kind = '${table}' and status = old.status;`;
  return [
    `create trigger ${table}_status_added after insert on ${table} begin ${add} end`,
    `create trigger ${table}_status_removed after delete on ${table} begin ${subtract} end`,
    `create trigger ${table}_status_changed after update of status on ${table}
      when old.status <> new.status begin ${subtract} ${add} end`,
  ];
}

/** The triggers update the counts in the order of the statuses, so that two concurrent statements cannot deadlock. */
function postgresTriggers(table: string): string[] {
  const change = (event: string, rows: string) => [
    `create function ${table}_status_${event}() returns trigger language plpgsql as $$ begin
      insert into status_counts as known (kind, status, count)
        select '${table}', status, sum(difference) from (${rows}) as changed
        group by status having sum(difference) <> 0 order by status
        on conflict (kind, status) do update set count = known.count + excluded.count;
      return null;
    end $$`,
  ];
  const added = 'select status, 1 as difference from added';
  const removed = 'select status, -1 as difference from removed';
  const trigger = (event: string, rows: string) =>
    `create trigger ${table}_status_${event} after ${event} on ${table} ${rows}
      for each statement execute function ${table}_status_${event}()`;
  return [
    ...change('insert', added),
    trigger('insert', 'referencing new table as added'),
    ...change('delete', removed),
    trigger('delete', 'referencing old table as removed'),
    ...change('update', `${added} union all ${removed}`),
    trigger('update', 'referencing old table as removed new table as added'),
    `create function ${table}_status_truncate() returns trigger language plpgsql as $$ begin
      delete from status_counts where kind = '${table}';
      return null;
    end $$`,
    trigger('truncate', ''),
  ];
}
