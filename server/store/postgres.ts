import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { channel, listenForChanges } from './listening.ts';
import { migrate } from './migrations/migrations.ts';
import { type Store, StoreError } from './store.ts';
import type { Tables } from './tables.ts';
import { type Count, toVersions, type Versions } from './versions.ts';

/**
 * A pool that mends itself: a broken connection is dropped, and the next query opens another.
 */
export async function openPostgres(url: string, upTo?: string): Promise<Store> {
  await migrateAlone(url, upTo);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    // The server ends its own statements; a server that hangs does not, so this side looks too.
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 20_000,
    keepAlive: true,
    application_name: 'fledge',
  });
  survive(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const listening = listenForChanges({
    url,
    say: (words) => sql`select pg_notify(${channel}, ${words})`.execute(db),
  });
  const readCounts = () => listening.query<Count>('select topic, version from content_versions');
  const askPool = () => db.selectFrom('content_versions').selectAll().execute();
  // The first may meet a connection that was cut.
  const readFromPool = () => within(1000, askPool().catch(askPool));
  let counts: Versions | undefined;
  return {
    engine: 'postgres',
    db,
    // Its connections commit side by side, and the server waits for the disk once for all.
    write: (work) => db.transaction().execute(work),
    // A database that takes longer than this to say so counts as away: see cache.ts.
    versions: together(async () => {
      if (!(await listening.isUnchanged())) counts = undefined;
      counts ??= toVersions(await readCounts().catch(readFromPool));
      return counts;
    }),
    ping: async () => {
      await within(2500, sql`select 1`.execute(db));
    },
    isAway,
    close: async () => {
      await within(1000, Promise.all([listening.close(), db.destroy()])).catch(() => {});
    },
  };
}

/** One moment of it, for as long as `work` takes; whoever writes meanwhile goes on. */
export async function readPostgres<Value>(
  url: string,
  work: (snapshot: Kysely<Tables>) => Promise<Value>,
): Promise<Value> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 });
  survive(pool);
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

/** A connection that breaks, idle or in use, says so. Unheard, the event would end the process. */
function survive(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    endOnceGivenUp(client as pg.PoolClient & pg.Client);
  });
}

/**
 * The driver gives up a query, not its connection, and the server may still carry it out. Whoever got that connection
 * next would be in a transaction that nobody ends.
 */
function endOnceGivenUp(client: pg.Client): void {
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
 * One question for all who ask meanwhile. A question that is already on its way may have been answered
 * before the asker's own news, so those who come during it share the next one.
 */
function together<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
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

function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('timeout exceeded')), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });
}

/** On a connection of its own: waiting for another instance's migration may take long. */
async function migrateAlone(url: string, upTo: string | undefined): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 3000 });
  survive(pool);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, 'postgres', upTo);
  } catch (error) {
    throw isAway(error)
      ? new StoreError(`Cannot reach the PostgreSQL database: ${reason(error)}`, { isAway: true })
      : new StoreError(`Cannot migrate the PostgreSQL database: ${reason(error)}`);
  } finally {
    await db.destroy();
  }
}

/** The driver's own words, without the address and its password. */
function reason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || 'it does not answer';
}

/** Connection, resources, operator intervention, deadlock and serialisation: worth another try. */
const awayStates = /^(08...|53...|57...|58...|40001|40P01|25006)$/;
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
  // Of a name with several addresses each has its own.
  if (error instanceof AggregateError && error.errors.some(isAway)) return true;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // A socket that is not there yet; a file that is missing stays missing.
  if (code === 'ENOENT') return syscall === 'connect';
  if (typeof code === 'string') return awayStates.test(code) || awaySockets.has(code);
  return awayWords.test(error.message);
}
