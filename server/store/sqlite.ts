import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely';
import { migrate } from './migrations/migrations.ts';
import { type Store, StoreError } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * One file, in WAL mode, fsynced at every commit. Several processes may share it: a writer takes the
 * write lock when its transaction begins, and others wait for it up to the busy timeout.
 */
export async function openSqlite(dataDir: string): Promise<Store> {
  const file = path.join(dataDir, 'fledge.db');
  const database = openFile(dataDir, file);
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect({ database: adapt(database) }) });
  await migrate(db, 'sqlite').catch(async (error) => {
    await db.destroy();
    throw new StoreError(`Cannot migrate ${file}: ${reason(error)}`);
  });
  return {
    engine: 'sqlite',
    db,
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    isAway,
    close: () => db.destroy(),
  };
}

function openFile(dataDir: string, file: string): DatabaseSync {
  try {
    mkdirSync(dataDir, { recursive: true });
    const database = new DatabaseSync(file, { timeout: 5000 });
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = full');
    database.exec('pragma foreign_keys = on');
    return database;
  } catch (error) {
    throw new StoreError(`Cannot open the database ${file}: ${reason(error)}`);
  }
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** node:sqlite as Kysely wants it, with each statement prepared once. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, ReturnType<typeof prepare>>();

  const prepare = (statement: StatementSync) => ({
    reader: statement.columns().length > 0,
    all: (values: readonly unknown[]) => statement.all(...(values as SQLInputValue[])),
    run: (values: readonly unknown[]) => statement.run(...(values as SQLInputValue[])),
    iterate: (values: readonly unknown[]) => statement.iterate(...(values as SQLInputValue[])),
  });

  return {
    close: () => database.close(),
    prepare: (text) => {
      let statement = prepared.get(text);
      if (!statement) {
        if (prepared.size >= 500) prepared.clear();
        statement = prepare(database.prepare(text));
        prepared.set(text, statement);
      }
      return statement;
    },
  };
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(config: { database: SqliteDatabase }) {
    super(config);
    this.#database = config.database;
  }

  override createDriver() {
    return new ImmediateDriver({ database: this.#database });
  }

  override createAdapter() {
    return new TransactionalAdapter();
  }
}

/**
 * Transactions here are for writing. Taking the write lock at once means that two processes wait for
 * each other at the start, instead of failing half way when both have read.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite rolls back schema changes as well, so a migration is wholly there or not at all. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** Busy, locked, out of space, input/output error, cannot open. */
const awayCodes = new Set([5, 6, 10, 13, 14]);

function isAway(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' && awayCodes.has(code & 0xff);
}
