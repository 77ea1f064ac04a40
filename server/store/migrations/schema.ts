import { type Kysely, sql } from 'kysely';

export type Engine = 'sqlite' | 'postgres';

export type Migration = (schema: Schema) => Promise<void>;

/** What a migration may say. What the engines spell differently is spelled here. */
export interface Schema {
  table(name: string, columns: string[]): Promise<void>;
  index(name: string, on: string): Promise<void>;
  insert(into: string): Promise<void>;
  /** Runs `statement` and the table's name whenever rows of the table change, in the same transaction. */
  counter(table: string, statement: string): Promise<void>;
  /** Whoever listens to the channel is told of each commit that changed the table. SQLite has none to listen. */
  announcer(table: string, channel: string): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a migration meets tables of every age
export type AnyDb = Kysely<any>;

export function schemaOf(db: AnyDb, engine: Engine): Schema {
  const run = async (statement: string) => {
    await sql.raw(statement).execute(db);
  };
  const spell = (column: string) =>
    engine === 'postgres' ? column.replace(/\bREAL\b/, 'double precision') : column;
  const end = engine === 'sqlite' ? ' strict' : '';
  return {
    table: (name, columns) => run(`create table ${name} (${columns.map(spell).join(', ')})${end}`),
    index: (name, on) => run(`create index ${name} on ${on}`),
    insert: (into) => run(`insert into ${into}`),
    counter: async (table, statement) => {
      const counted = `${statement} '${table}';`;
      if (engine === 'sqlite') {
        for (const event of ['insert', 'update', 'delete']) {
          await run(`create trigger ${table}_${event}_counted after ${event} on ${table}
            begin ${counted} end`);
        }
      } else {
        await run(`create function count_${table}() returns trigger language plpgsql
          as $$ begin ${counted} return null; end $$`);
        await run(`create trigger ${table}_counted after insert or update or delete or truncate
          on ${table} for each statement execute function count_${table}()`);
      }
    },
    announcer: async (table, channel) => {
      if (engine === 'sqlite') return;
      await run(`create function announce_${table}() returns trigger language plpgsql
        as $$ begin notify ${channel}; return null; end $$`);
      await run(`create trigger ${table}_announced after insert or update or delete or truncate
        on ${table} for each statement execute function announce_${table}()`);
    },
  };
}
