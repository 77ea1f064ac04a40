import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  sql,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { channel, listenForChanges } from './listening.ts';
import { migrate } from './migrations/migrations.ts';
import { hasTextIndex, matchTitlesPostgres, searchPostgres } from './postgres-search.ts';
import { type Store, StoreError } from './store.ts';
import type { Tables } from './tables.ts';
import { findTitles } from './titles.ts';
import { type Count, toVersions, type Versions } from './versions.ts';

/**
 * Opens a pool for most queries, a pool for long reads, and a connection that listens for changes. A pool drops a
 * broken connection, and opens another one for the next query.
 */
export async function openPostgres(url: string, upTo?: string): Promise<Store> {
  const hasSearchIndex = await migrateAlone(url, upTo);
  const pools = { main: openPool(url, 10), 'long reads': openPool(url, 2) };
  const db = openDb(pools.main);
  const longReads = openDb(pools['long reads']);
  const listening = listenForChanges({
    url,
    notify: (payload) => sql`select pg_notify(${channel}, ${payload})`.execute(db),
  });
  const readCounts = () => listening.query<Count>('select topic, version from content_versions');
  const queryPool = () => db.selectFrom('content_versions').selectAll().execute();
  // The pool may return a connection that was cut, so a failed read is repeated once.
  const readFromPool = () => withTimeout(1000, queryPool().catch(queryPool));
  let counts: Versions | undefined;
  return {
    engine: 'postgres',
    db,
    // PostgreSQL groups concurrent commits itself. SQLite needs group-commit.ts for that.
    write: (work) => retryAfterDeadlock(() => db.transaction().execute(work)),
    longReads,
    // Runs in a transaction, because only there `TimedDriver` limits the time of a statement.
    search: (wanted) => longReads.transaction().execute((tx) => searchPostgres(tx)(wanted)),
    findTitles: (parts) =>
      longReads.transaction().execute((tx) => findTitles(tx, matchTitlesPostgres)(parts)),
    hasSearchIndex,
    // Rejects if the database does not answer in time: the cache then sends its responses without validating them.
    versions: shareNext(async () => {
      if (!(await listening.checkUnchanged())) counts = undefined;
      counts ??= toVersions(await readCounts().catch(readFromPool));
      return counts;
    }),
    ping: async () => {
      await withTimeout(2500, sql`select 1`.execute(db));
    },
    pools: () =>
      Object.entries(pools).map(([name, { totalCount, idleCount, waitingCount }]) => ({
        name,
        open: totalCount,
        idle: idleCount,
        waiting: waitingCount,
      })),
    isTemporary,
    close: async () => {
      await withTimeout(
        1000,
        Promise.all([listening.close(), longReads.destroy(), db.destroy()]),
      ).catch(() => {});
    },
  };
}

function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    // Measured by the client: also limits queries outside of transactions, and queries to a server that hangs.
    query_timeout: 12_000,
    keepAlive: true,
    application_name: 'fledge',
  });
  surviveBrokenConnections(pool);
  return pool;
}

const openDb = (pool: pg.Pool) => new Kysely<Tables>({ dialect: new TimedDialect(pool) });

class TimedDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver() {
    return new TimedDriver({ pool: this.#pool });
  }
}

/**
 * Sets time limits in each transaction: for a statement, and for the pause between two statements. The limits cannot be
 * connection parameters: PgBouncer, for example, refuses these, and may use another connection for each transaction.
 */
class TimedDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings);
    await connection.executeQuery(
      CompiledQuery.raw(
        `select set_config('statement_timeout', '10s', true),
           set_config('idle_in_transaction_session_timeout', '20s', true)`,
      ),
    );
  }
}

/** Runs `work` on a snapshot of the database, without blocking writers. */
export async function readPostgres<Value>(
  url: string,
  work: (snapshot: Kysely<Tables>) => Promise<Value>,
): Promise<Value> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 });
  surviveBrokenConnections(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(work);
  } catch (error) {
    if (!isTemporary(error)) throw error;
    throw new StoreError(`Cannot reach the PostgreSQL database: ${reason(error)}`);
  } finally {
    await db.destroy();
  }
}

/**
 * Listens to `error` events of broken connections: without a listener such an event would end the process. Also closes
 * connections on which a query timed out.
 */
function surviveBrokenConnections(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    endAfterTimeout(client as pg.PoolClient & pg.Client);
  });
}

/**
 * Closes a connection after a query timed out on it. The driver only stops waiting, and the server may still run the
 * query. If it was a `begin`, later queries on this connection would be in a transaction that nobody commits.
 */
function endAfterTimeout(client: pg.Client): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const watched = async (...args: unknown[]) => {
    try {
      return await query(...args);
    } catch (error) {
      if ((error as Error).message === 'Query read timeout') client.end().catch(() => {});
      throw error;
    }
  };
  client.query = watched as typeof client.query;
}

/**
 * Lets concurrent callers share a query. Callers that arrive while a query is in flight share the next query: the
 * server may have answered the current one before their writes committed.
 */
function shareNext<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let inFlight: Promise<unknown> | undefined;
  let next: Promise<Answer> | undefined;
  return () => {
    next ??= (async () => {
      await inFlight?.catch(() => {});
      const answer = ask();
      inFlight = answer;
      next = undefined;
      return answer;
    })();
    return next;
  };
}

/** The SQLSTATEs of a deadlock and of a serialisation failure: the transaction was rolled back, and may run again. */
const retryableStates = new Set(['40P01', '40001']);

/** Runs a transaction again, up to five times in all, if it fails with one of `retryableStates`. */
async function retryAfterDeadlock<Value>(transact: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (attempt === 5 || typeof code !== 'string' || !retryableStates.has(code)) throw error;
      // A random pause, so that the other transactions of the deadlock can finish first.
      await wait(Math.random() * 20 * attempt);
    }
  }
}

function withTimeout<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout exceeded')), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Migrates on a separate connection without query timeouts, because a migration may take long, and so may the wait for
 * another instance that is migrating. Returns true if searches have a trigram index.
 */
async function migrateAlone(url: string, upTo: string | undefined): Promise<boolean> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 3000 });
  surviveBrokenConnections(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, 'postgres', upTo);
    return await hasTextIndex(db);
  } catch (error) {
    throw isTemporary(error)
      ? new StoreError(`Cannot reach the PostgreSQL database: ${reason(error)}`, {
          isTemporary: true,
        })
      : new StoreError(`Cannot migrate the PostgreSQL database: ${reason(error)}`);
  } finally {
    await db.destroy();
  }
}

/** Returns the driver's message. It may name the host, but never contains the URL with its password. */
function reason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || 'it does not answer';
}

/**
 * SQLSTATEs of errors that may be temporary: connection (08), resources (53), operator intervention and timeouts (57),
 * system errors (58), serialisation failure, deadlock, and a read-only server (25006). A protocol violation (08P01) is
 * excluded: a pooler that refuses a connection parameter refuses it again.
 */
const awayStates = /^(08(?!P01)...|53...|57...|58...|40001|40P01|25006)$/;
const awaySockets = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'ECONNABORTED',
  'EAI_AGAIN',
]);
const awayWords = /connection terminated|timeout exceeded|read timeout|not queryable/i;

function isTemporary(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A connection to a host name with several addresses fails with one error for each address.
  if (error instanceof AggregateError && error.errors.some(isTemporary)) return true;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // A missing Unix socket may appear later. The error of any other missing file is permanent.
  if (code === 'ENOENT') return syscall === 'connect';
  if (typeof code === 'string') return awayStates.test(code) || awaySockets.has(code);
  return awayWords.test(error.message);
}
