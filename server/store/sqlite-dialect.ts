import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

interface Files {
  /** All that writes, one transaction or statement at a time. */
  writer: DatabaseSync;
  /** Reads outside of transactions: no writer, however long it waits, holds them up. */
  reader: DatabaseSync;
  /** How long a writer waits for another process's write, in milliseconds. */
  patience: number;
  /**
   * Transactions here are for writing. Taking the write lock at once means that two processes wait for
   * each other at the start, instead of failing half way when both have read. One that only reads takes none.
   */
  begin?: 'immediate' | 'deferred';
}

/** Kysely on node:sqlite. */
export const nodeSqliteDialect = (files: Files): Dialect => ({
  createAdapter: () => new NodeSqliteAdapter(),
  createDriver: () => new NodeSqliteDriver(files),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

class NodeSqliteAdapter extends SqliteAdapter {
  /** SQLite rolls back schema changes as well, so a migration is wholly there or not at all. */
  override get supportsTransactionalDdl() {
    return true;
  }

  /** The driver below sees to it that there is one writer at a time. */
  override get supportsMultipleConnections() {
    return true;
  }
}

class NodeSqliteDriver implements Driver {
  readonly #writer: Statements;
  readonly #reader: Statements;
  readonly #begin: string;
  #lastTurn: Promise<void> = Promise.resolve();

  constructor({ writer, reader, patience, begin = 'immediate' }: Files) {
    this.#begin = `begin ${begin}`;
    this.#writer = new Statements(writer, patience);
    this.#reader = new Statements(reader, patience);
  }

  async init() {}

  async acquireConnection() {
    return new NodeSqliteConnection(this.#writer, this.#reader, () => this.#takeTurn());
  }

  async releaseConnection() {}

  beginTransaction(connection: NodeSqliteConnection) {
    return connection.begin(this.#begin);
  }

  commitTransaction(connection: NodeSqliteConnection) {
    return connection.end('commit');
  }

  rollbackTransaction(connection: NodeSqliteConnection) {
    return connection.end('rollback');
  }

  async destroy() {
    this.#reader.database.close();
    this.#writer.database.close();
  }

  /** Resolves when all earlier turns are over, with what ends this one. */
  async #takeTurn(): Promise<() => void> {
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    await before;
    return resolve;
  }
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #writer: Statements;
  readonly #reader: Statements;
  readonly #takeTurn: () => Promise<() => void>;
  /** There while a transaction is open. */
  #endTurn: (() => void) | undefined;

  constructor(writer: Statements, reader: Statements, takeTurn: () => Promise<() => void>) {
    this.#writer = writer;
    this.#reader = reader;
    this.#takeTurn = takeTurn;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#endTurn) return this.#writer.run(query);
    if (SelectQueryNode.is(query.query)) return this.#reader.run(query);
    const endTurn = await this.#takeTurn();
    try {
      return await this.#writer.run(query);
    } finally {
      endTurn();
    }
  }

  async begin(statement: string): Promise<void> {
    const endTurn = await this.#takeTurn();
    try {
      await this.#writer.run(CompiledQuery.raw(statement));
      this.#endTurn = endTurn;
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  /** Where it cannot commit it stays open, for the rollback. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    // Out of space, SQLite has rolled back by itself, and a second time would hide the reason.
    if (how === 'commit' || this.#writer.database.isTransaction) {
      await this.#writer.run(CompiledQuery.raw(how));
    }
    this.#endTurn?.();
    this.#endTurn = undefined;
  }

  // biome-ignore lint/correctness/useYield: the interface wants it, nothing here streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('queries are not streamed');
  }
}

const busy = 5;

/** One open file, with each text prepared once: the queries are few and always the same. */
class Statements {
  readonly database: DatabaseSync;
  readonly #patience: number;
  readonly #prepared = new Map<string, { statement: StatementSync; reads: boolean }>();

  constructor(database: DatabaseSync, patience: number) {
    this.database = database;
    this.#patience = patience;
  }

  /**
   * While another process holds the write lock this one waits without blocking its event loop. A
   * statement that found the lock taken has done nothing, so it can be run again.
   */
  async run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    for (let waited = 0, pause = 1; ; waited += pause, pause = Math.min(pause * 2, 50)) {
      try {
        return this.#runNow<Row>(query.sql, query.parameters as SQLInputValue[]);
      } catch (error) {
        const { errcode = 0 } = error as { errcode?: number };
        if ((errcode & 0xff) !== busy || waited >= this.#patience) throw error;
        await wait(pause);
      }
    }
  }

  #runNow<Row>(text: string, values: SQLInputValue[]): QueryResult<Row> {
    const { statement, reads } = this.#prepare(text);
    if (reads) return { rows: statement.all(...values) as Row[] };
    const { changes } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  #prepare(text: string) {
    let prepared = this.#prepared.get(text);
    if (!prepared) {
      if (this.#prepared.size >= 500) this.#prepared.clear();
      const statement = this.database.prepare(text);
      prepared = { statement, reads: statement.columns().length > 0 };
      this.#prepared.set(text, prepared);
    }
    return prepared;
  }
}
