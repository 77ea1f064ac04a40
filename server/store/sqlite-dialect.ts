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
  /** Runs transactions, and statements other than the query builder's selects, one at a time. */
  writer: SqliteConnection;
  /** Runs the query builder's selects outside of transactions. They do not wait for the writer. */
  reader: SqliteConnection;
  /**
   * `immediate`, the default, takes SQLite's write lock when a transaction begins: two processes wait for each other at
   * the start, instead of failing after both have read. Read-only connections need `deferred`, which takes no lock.
   */
  begin?: 'immediate' | 'deferred';
}

export const nodeSqliteDialect = (connections: Connections): Dialect => ({
  createAdapter: () => new NodeSqliteAdapter(),
  createDriver: () => new NodeSqliteDriver(connections),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

class NodeSqliteAdapter extends SqliteAdapter {
  /** SQLite also rolls back schema changes, so Kysely can run migrations in a transaction. */
  override get supportsTransactionalDdl() {
    return true;
  }

  /** If false, Kysely would run one query at a time. The driver lets reads run beside a writer, and queues writers. */
  override get supportsMultipleConnections() {
    return true;
  }
}

class NodeSqliteDriver implements Driver {
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #begin: string;
  #lastRelease: Promise<void> = Promise.resolve();
  /** True after a failed rollback: the transaction may still be open. */
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

  /** Does not throw if the rollback fails: that would hide the first error. `#takeLock` tries the rollback again. */
  async rollbackTransaction(connection: NodeSqliteConnection) {
    try {
      await this.#writer.rollBack();
    } catch {
      this.#isLeftOpen = true;
    }
    connection.endTransaction();
  }

  /** Closes the writer last: the last connection checkpoints the WAL, which a read-only connection cannot do. */
  async destroy() {
    await this.#reader.close();
    await this.#writer.close();
  }

  /** Waits until all earlier callers have released the lock of the writer. Returns the function that releases it. */
  async #takeLock(): Promise<() => void> {
    const previous = this.#lastRelease;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastRelease = promise;
    await previous;
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
  #transaction: { thread: number; releaseLock: () => void } | undefined;

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
    const releaseLock = await this.#takeLock();
    try {
      return await run(this.#writer, query);
    } finally {
      releaseLock();
    }
  }

  async begin(statement: string): Promise<void> {
    const releaseLock = await this.#takeLock();
    try {
      await run(this.#writer, CompiledQuery.raw(statement));
      this.#transaction = { thread: this.#writer.thread, releaseLock };
    } catch (error) {
      releaseLock();
      throw error;
    }
  }

  /** If the commit fails, the transaction stays open, and Kysely rolls it back next. */
  async commit(): Promise<void> {
    await this.#runInside(CompiledQuery.raw('commit'));
    this.endTransaction();
  }

  endTransaction(): void {
    this.#transaction?.releaseLock();
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
