import {
  type ColumnBuilderCallback,
  type ColumnDataType,
  type CreateTableBuilder,
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
} from 'kysely';

export type Engine = 'sqlite' | 'postgres';

export type Migration = (schema: Schema) => Promise<void>;

// biome-ignore lint/suspicious/noExplicitAny: migrations use the tables of earlier versions, not `Tables`
export type AnyDb = Kysely<any>;

/** Builds the condition of a partial index, which may refer to any column of the table. */
export type IndexedRows = (
  where: ExpressionBuilder<Record<string, Record<string, unknown>>, string>,
) => Expression<SqlBool>;

/** The tools of a migration. Statements that work on both engines can be built with Kysely on `db`. */
export interface Schema {
  db: AnyDb;
  engine: Engine;
  /** Runs a statement that only one engine understands, or that Kysely cannot build. */
  run(statement: string): Promise<void>;
  /** Starts to build a table. On SQLite the table is STRICT: it refuses values of a wrong type, as PostgreSQL does. */
  createTable(name: string): CreateTableBuilder<string>;
  /** Adds a column. The table may have rows, so the column must be nullable or have a default. */
  addColumn(
    table: string,
    column: string,
    type: ColumnDataType | Expression<unknown>,
    build?: ColumnBuilderCallback,
  ): Promise<void>;
  createIndex(
    name: string,
    table: string,
    columns: string[],
    options?: { isUnique?: boolean; where?: IndexedRows },
  ): Promise<void>;
  dropIndex(name: string): Promise<void>;
  /** The type of a floating-point number of eight bytes. */
  fraction: ColumnDataType;
  bytes: ColumnDataType;
  /** Adds triggers that increment the version of the table in `content_versions`, in the transaction of each change. */
  countChanges(table: string): Promise<void>;
  /** Adds triggers that notify a PostgreSQL channel of each commit that changed the table. Does nothing on SQLite. */
  announceChanges(table: string, channel: string): Promise<void>;
}

export function schemaOf(db: AnyDb, engine: Engine): Schema {
  const run = async (statement: string) => {
    await sql.raw(statement).execute(db);
  };
  return {
    db,
    engine,
    run,
    createTable: (name) => {
      const table = db.schema.createTable(name);
      return engine === 'sqlite' ? table.modifyEnd(sql`strict`) : table;
    },
    addColumn: (table, column, type, build) =>
      db.schema.alterTable(table).addColumn(column, type, build).execute(),
    createIndex: (name, table, columns, { isUnique = false, where } = {}) => {
      let index = db.schema.createIndex(name).on(table).columns(columns);
      if (isUnique) index = index.unique();
      if (where) index = index.where(where);
      return index.execute();
    },
    dropIndex: (name) => db.schema.dropIndex(name).execute(),
    fraction: engine === 'sqlite' ? 'real' : 'double precision',
    bytes: engine === 'sqlite' ? 'blob' : 'bytea',
    countChanges: async (table) => {
      await db
        .insertInto('content_versions')
        .values({ topic: table, version: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const count = `update content_versions set version = version + 1 where topic = '${table}';`;
      if (engine === 'sqlite') {
        for (const event of ['insert', 'update', 'delete']) {
          await run(`create trigger ${table}_${event}_counted after ${event} on ${table}
            begin ${count} end`);
        }
      } else {
        await run(`create function count_${table}() returns trigger language plpgsql
          as $$ begin ${count} return null; end $$`);
        await run(`create trigger ${table}_counted after insert or update or delete or truncate
          on ${table} for each statement execute function count_${table}()`);
      }
    },
    announceChanges: async (table, channel) => {
      if (engine === 'sqlite') return;
      await run(`create function announce_${table}() returns trigger language plpgsql
        as $$ begin notify ${channel}; return null; end $$`);
      await run(`create trigger ${table}_announced after insert or update or delete or truncate
        on ${table} for each statement execute function announce_${table}()`);
    },
  };
}

export const primaryKey: ColumnBuilderCallback = (column) => column.primaryKey();
export const required: ColumnBuilderCallback = (column) => column.notNull();
export const unique: ColumnBuilderCallback = (column) => column.notNull().unique();
export const versionNumber: ColumnBuilderCallback = (column) => column.notNull().defaultTo(1);
