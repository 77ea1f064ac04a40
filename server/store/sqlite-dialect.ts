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
import type { SqliteConnection } from './sqlite-thread.ts';

interface Connections {
  /**
   * Runs transactions, and statements other than the query builder's selects. One transaction or statement runs at a
   * time.
   */
  writer: SqliteConnection;
  /** Runs the query builder's selects outside of transactions. A waiting writer does not delay them. */
  reader: SqliteConnection;
  /**
   * `immediate`, the default, takes the write lock when a transaction begins. So two processes wait for each other at
   * the start, instead of failing after both have read. `deferred` is for read-only connections, which take no write
   * lock.
   */
  begin?: 'immediate' | 'deferred';
}

/** A Kysely dialect for node:sqlite. */
export const nodeSqliteDialect = (connections: Connections): Dialect => ({
  createAdapter: () => new NodeSqliteAdapter(),
  createDriver: () => new NodeSqliteDriver(connections),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

class NodeSqliteAdapter extends SqliteAdapter {
  /** SQLite rolls back schema changes too, so Kysely can run migrations in a transaction. */
  override get supportsTransactionalDdl() {
    return true;
  }

  /**
   * With false, Kysely would run one query at a time. `NodeSqliteDriver` itself lets one writer run at a time, and
   * reads in parallel.
   */
  override get supportsMultipleConnections() {
    return true;
  }
}

class NodeSqliteDriver implements Driver {
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #begin: string;
  #lastTurn: Promise<void> = Promise.resolve();
  /** True after a rollback failed: its transaction may still be open. */
  #isLeftOpen = false;

  constructor({ writer, reader, begin = 'immediate' }: Connections) {
    this.#begin = `begin ${begin}`;
    this.#writer = writer;
    this.#reader = reader;
  }

  async init() {}

  async acquireConnection() {
    return new NodeSqliteConnection(this.#writer, this.#reader, () => this.#takeLock());
  }

  async releaseConnection() {}

  beginTransaction(connection: NodeSqliteConnection) {
    return connection.begin(this.#begin);
  }

  commitTransaction(connection: NodeSqliteConnection) {
    return connection.commit();
  }

  /**
   * Does not throw if the rollback fails, because that would hide the reason for the rollback. The next turn tries it
   * again.
   */
  async rollbackTransaction(connection: NodeSqliteConnection) {
    try {
      await this.#writer.rollBack();
    } catch {
      this.#isLeftOpen = true;
    }
    connection.endTransaction();
  }

  /**
   * Closes the writer last: the last connection moves the WAL into the database file, which a read-only connection
   * cannot do.
   */
  async destroy() {
    await this.#reader.close();
    await this.#writer.close();
  }

  /** Resolves when all earlier turns are over. Returns the function that ends this turn. */
  async #takeLock(): Promise<() => void> {
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    await before;
    if (!this.#isLeftOpen) return resolve;
    try {
      await this.#writer.rollBack();
      this.#isLeftOpen = false;
      return resolve;
    } catch (error) {
      resolve();
      throw error;
    }
  }
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #takeLock: () => Promise<() => void>;
  /** Set while a transaction is open. */
  #transaction: { thread: number; endTurn: () => void } | undefined;

  constructor(
    writer: SqliteConnection,
    reader: SqliteConnection,
    takeLock: () => Promise<() => void>,
  ) {
    this.#writer = writer;
    this.#reader = reader;
    this.#takeLock = takeLock;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction) return this.#runInside(query);
    if (SelectQueryNode.is(query.query)) return run(this.#reader, query);
    const endTurn = await this.#takeLock();
    try {
      return await run(this.#writer, query);
    } finally {
      endTurn();
    }
  }

  async begin(statement: string): Promise<void> {
    const endTurn = await this.#takeLock();
    try {
      await run(this.#writer, CompiledQuery.raw(statement));
      this.#transaction = { thread: this.#writer.thread, endTurn };
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  /** If the commit fails, the transaction stays open, and Kysely rolls it back next. */
  async commit(): Promise<void> {
    await this.#runInside(CompiledQuery.raw('commit'));
    this.endTransaction();
  }

  endTransaction(): void {
    this.#transaction?.endTurn();
    this.#transaction = undefined;
  }

  async #runInside<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // A new thread has a new connection, on which the statement would run outside of the transaction.
    if (this.#transaction?.thread !== this.#writer.thread) {
      throw new Error('The thread of this transaction has ended.');
    }
    return run(this.#writer, query);
  }

  // biome-ignore lint/correctness/useYield: the interface requires the method, but queries are not streamed
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('queries are not streamed');
  }
}

async function run<Row>(
  connection: SqliteConnection,
  { sql, parameters }: CompiledQuery,
): Promise<QueryResult<Row>> {
  const { rows, changes } = await connection.run(sql, parameters);
  return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
}
