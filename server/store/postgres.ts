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
  const askPool = () => db.selectFrom('content_versions').selectAll().execute();
  // The pool may return a connection that was cut, so a failed read is repeated once.
  const readFromPool = () => within(1000, askPool().catch(askPool));
  let counts: Versions | undefined;
  return {
    engine: 'postgres',
    db,
    // PostgreSQL groups concurrent commits itself, so they share the wait for the disk. (SQLite needs group-commit.ts
    // for that.)
    write: (work) => againAfterDeadlock(() => db.transaction().execute(work)),
    longReads,
    // Runs in a transaction, because only transactions have a time limit for statements (`TimedDriver`).
    search: (wanted) => longReads.transaction().execute((tx) => searchPostgres(tx)(wanted)),
    findTitles: (parts) =>
      longReads.transaction().execute((tx) => findTitles(tx, matchTitlesPostgres)(parts)),
    hasSearchIndex,
    // The cache treats a database that does not answer in time as away: see cache.ts.
    versions: shareNext(async () => {
      if (!(await listening.checkUnchanged())) counts = undefined;
      counts ??= toVersions(await readCounts().catch(readFromPool));
      return counts;
    }),
    ping: async () => {
      await within(2500, sql`select 1`.execute(db));
    },
    pools: () =>
      Object.entries(pools).map(([name, { totalCount, idleCount, waitingCount }]) => ({
        name,
        open: totalCount,
        idle: idleCount,
        waiting: waitingCount,
      })),
    isAway,
    close: async () => {
      await within(1000, Promise.all([listening.close(), longReads.destroy(), db.destroy()])).catch(
        () => {},
      );
    },
  };
}

function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    // Limits queries outside of transactions too, for which the server has no time limit, and queries to a server that
    // hangs.
    query_timeout: 12_000,
    keepAlive: true,
    application_name: 'fledge',
  });
  ignoreConnectionErrors(pool);
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
 * Sets time limits in each transaction: for a statement, and for the pause between two statements. They are not set as
 * connection parameters, because a pooler such as PgBouncer gives each transaction another connection, and refuses such
 * parameters.
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
  ignoreConnectionErrors(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(work);
  } catch (error) {
    if (!isAway(error)) throw error;
    throw new StoreError(`Cannot reach the PostgreSQL database: ${reason(error)}`);
  } finally {
    await db.destroy();
  }
}

/**
 * Listens to the error events of broken connections: without a listener, such an event would end the process. Also ends
 * connections on which a query timed out.
 */
function ignoreConnectionErrors(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    endAfterTimeout(client as pg.PoolClient & pg.Client);
  });
}

/**
 * Closes a connection after a query timed out on it. The driver only stops waiting for the query, and the server may
 * still run it, for example a `begin`: the next user of the connection would be inside a transaction that nobody
 * commits.
 */
function endAfterTimeout(client: pg.Client): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
  const watched = async (...asked: unknown[]) => {
    try {
      return await query(...asked);
    } catch (error) {
      if ((error as Error).message === 'Query read timeout') client.end().catch(() => {});
      throw error;
    }
  };
  client.query = watched as typeof client.query;
}

/**
 * Lets concurrent callers share a query. A query that is already in flight is not shared: it may have been answered
 * before this caller's write committed. Callers that arrive during it share the next one.
 */
function shareNext<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underway: Promise<unknown> | undefined;
  let next: Promise<Answer> | undefined;
  return () => {
    next ??= (async () => {
      await underway?.catch(() => {});
      const answer = ask();
      underway = answer;
      next = undefined;
      return answer;
    })();
    return next;
  };
}

/**
 * The SQLSTATEs of a deadlock and of a serialisation failure: PostgreSQL has rolled back the transaction, and a second
 * attempt may succeed.
 */
const undoneStates = new Set(['40P01', '40001']);

/**
 * Runs a transaction again, up to five times in all, if PostgreSQL rolled it back because of a deadlock or a
 * serialisation failure.
 */
async function againAfterDeadlock<Value>(transact: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (attempt === 5 || typeof code !== 'string' || !undoneStates.has(code)) throw error;
      // The random pause lets the other transactions of the deadlock finish first.
      await wait(Math.random() * 20 * attempt);
    }
  }
}

function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('timeout exceeded')), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });
}

/**
 * Migrates on a separate connection without query timeouts, because a migration, or waiting for that of another
 * instance, may take long. Returns whether searches have a trigram index.
 */
async function migrateAlone(url: string, upTo: string | undefined): Promise<boolean> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 3000 });
  ignoreConnectionErrors(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, 'postgres', upTo);
    return await hasTextIndex(db);
  } catch (error) {
    throw isAway(error)
      ? new StoreError(`Cannot reach the PostgreSQL database: ${reason(error)}`, { isAway: true })
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
 * SQLSTATEs that a later attempt may not meet: connection (08), resources (53), operator intervention and timeouts
 * (57), system errors (58), serialisation failure, deadlock, and a server that is read-only for now. A protocol
 * violation (08P01) is excluded: a pooler that refuses a connection parameter refuses it again.
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

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A host name with several addresses fails with one error for each.
  if (error instanceof AggregateError && error.errors.some(isAway)) return true;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // A missing socket may appear later; any other missing file will not.
  if (code === 'ENOENT') return syscall === 'connect';
  if (typeof code === 'string') return awayStates.test(code) || awaySockets.has(code);
  return awayWords.test(error.message);
}
