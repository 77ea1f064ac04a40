import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/** Kysely on node:sqlite: one connection, which Kysely hands to one caller at a time. */
export const nodeSqliteDialect = (database: DatabaseSync, patience: number): Dialect => ({
  createAdapter: () => new TransactionalAdapter(),
  createDriver: () => new NodeSqliteDriver(database, patience),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/** SQLite rolls back schema changes as well, so a migration is wholly there or not at all. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

class NodeSqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: NodeSqliteConnection;

  constructor(database: DatabaseSync, patience: number) {
    this.#database = database;
    this.#connection = new NodeSqliteConnection(database, patience);
  }

  async init() {}

  async acquireConnection() {
    return this.#connection;
  }

  async releaseConnection() {}

  /**
   * Transactions here are for writing. Taking the write lock at once means that two processes wait for
   * each other at the start, instead of failing half way when both have read.
   */
  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  /** Out of space, SQLite has rolled back by itself, and a second time would hide the reason. */
  async rollbackTransaction(connection: DatabaseConnection) {
    if (!this.#database.isTransaction) return;
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy() {
    this.#database.close();
  }
}

const busy = 5;

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #patience: number;
  readonly #prepared = new Map<string, { statement: StatementSync; reads: boolean }>();

  constructor(database: DatabaseSync, patience: number) {
    this.#database = database;
    this.#patience = patience;
  }

  /**
   * While another process holds the write lock this one waits without blocking its event loop. A
   * statement that found the lock taken has done nothing, so it can be run again.
   */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    for (let waited = 0, pause = 1; ; waited += pause, pause = Math.min(pause * 2, 50)) {
      try {
        return this.#run<Row>(query.sql, query.parameters as SQLInputValue[]);
      } catch (error) {
        const { errcode = 0 } = error as { errcode?: number };
        if ((errcode & 0xff) !== busy || waited >= this.#patience) throw error;
        await wait(pause);
      }
    }
  }

  #run<Row>(text: string, values: SQLInputValue[]): QueryResult<Row> {
    const { statement, reads } = this.#prepare(text);
    if (reads) return { rows: statement.all(...values) as Row[] };
    const { changes } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  /** Each text once: the queries are few and always the same. */
  #prepare(text: string) {
    let prepared = this.#prepared.get(text);
    if (!prepared) {
      if (this.#prepared.size >= 500) this.#prepared.clear();
      const statement = this.#database.prepare(text);
      prepared = { statement, reads: statement.columns().length > 0 };
      this.#prepared.set(text, prepared);
    }
    return prepared;
  }

  // biome-ignore lint/correctness/useYield: the interface wants it, nothing here streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('queries are not streamed');
  }
}
