import { type Engine, type Migration, required } from './schema.ts';

/** Adds the owners of submissions, and the table `facets`, by which their lists are filtered: see facets.ts. */
export const ownersAndFacets: Migration = async ({ db, addColumn, createTable, engine, run }) => {
  await createTable('facets')
    .addColumn('kind', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('submission_id', 'text', required)
    .addPrimaryKeyConstraint('facets_key', ['kind', 'value', 'submission_id'])
    .execute();
  for (const [table, sources] of Object.entries(tables)) {
    await addColumn(table, 'owner_id', 'text');
    for (const statement of triggers(engine, table, sources)) await run(statement);
    // Fires the update trigger for each existing row, so that its facets are written.
    await db.updateTable(table).set({ owner_id: null }).execute();
  }
};

interface Sources {
  /** The statuses of submissions that wait for a decision of staff. */
  waiting: string[];
  /** Maps the prefix of facets to a column with a JSON list. Each element of the list becomes a facet. */
  lists?: Record<string, string>;
  /** Maps the prefix of a facet to a column with one text. */
  texts?: Record<string, string>;
}

const tables: Record<string, Sources> = {
  ideas: { waiting: ['pending', 'under_review'], lists: { expertise: 'required_expertise' } },
  applications: {
    waiting: ['pending', 'reviewed'],
    lists: { circle: 'circles' },
    texts: { role: 'role' },
  },
  contacts: { waiting: ['new', 'read'] },
};

/** Returns the statements that create the triggers, which update `facets` whenever rows of the table change. */
function triggers(engine: Engine, table: string, sources: Sources): string[] {
  const { lists = {}, texts = {} } = sources;
  const columns = ['status', 'owner_id', ...Object.values(lists), ...Object.values(texts)];
  const add = `insert into facets (kind, value, submission_id)
    select '${table}', value, new.id from (${facetsOf(engine, 'new', sources)}) as found
    where true on conflict do nothing;`;
  const remove = `delete from facets where kind = '${table}' and submission_id = old.id
    and value in (${facetsOf(engine, 'old', sources)});`;
  const update = `update of ${columns.join(', ')}`;
  if (engine === 'sqlite') {
    return [
      `create trigger ${table}_facets_added after insert on ${table} begin ${add} end`,
      `create trigger ${table}_facets_removed after delete on ${table} begin ${remove} end`,
      `create trigger ${table}_facets_changed after ${update} on ${table}
        begin ${remove} ${add} end`,
    ];
  }
  const trigger = (name: string, event: string, body: string, level = 'row') => [
    `create function ${table}_facets_${name}() returns trigger language plpgsql
      as $$ begin ${body} return null; end $$`,
    `create trigger ${table}_facets_${name} after ${event} on ${table} for each ${level}
      execute function ${table}_facets_${name}()`,
  ];
  return [
    ...trigger('added', 'insert', add),
    ...trigger('removed', 'delete', remove),
    ...trigger('changed', update, `${remove} ${add}`),
    ...trigger('emptied', 'truncate', `delete from facets where kind = '${table}';`, 'statement'),
  ];
}

/** Returns a query for the facets of `row`, which is `new` or `old` in a trigger. */
function facetsOf(engine: Engine, row: string, { waiting, lists = {}, texts = {} }: Sources) {
  const elements = (column: string) =>
    engine === 'sqlite'
      ? `json_each(${row}.${column})`
      : `jsonb_array_elements_text(${row}.${column}::jsonb) as elements(value)`;
  const statuses = waiting.map((status) => `'${status}'`).join(', ');
  return [
    `select 'waiting' as value where ${row}.status in (${statuses})`,
    `select 'owner:' || ${row}.owner_id where ${row}.owner_id is not null`,
    ...Object.entries(lists).map(
      ([name, column]) => `select '${name}:' || value from ${elements(column)}`,
    ),
    ...Object.entries(texts).map(([name, column]) => `select '${name}:' || ${row}.${column}`),
  ].join(' union all ');
}
