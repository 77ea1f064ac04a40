import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The channel that migration 004 notifies when content has changed. */
export const channel = 'content_changed';

export interface Listening {
  /** Resolves to true if no content change was committed between the previous call and this one; false if one may have been. */
  isUnchanged(): Promise<boolean>;
  /** Runs SQL on the listening connection, which no other work keeps busy. Fails while the connection is lost. */
  query<Row extends object>(text: string): Promise<Row[]>;
  close(): Promise<void>;
}

interface Options {
  url: string;
  /** Notifies the channel through another connection. */
  notify(payload: string): Promise<unknown>;
  /** Milliseconds that a query may take, and that pass between a lost connection and the next attempt. */
  timeout?: number;
}

/**
 * Opens a connection that listens to PostgreSQL's notifications of changes. A notification may arrive after the writer's
 * commit is acknowledged, so `isUnchanged` first runs an empty query as a barrier: PostgreSQL sends pending notifications
 * before its answer.
 *
 * The connection is trusted only after it has received, while no query was in flight, a notification that was sent through
 * another connection. Behind a pooler in transaction mode that does not happen. Until then, and while the connection is
 * lost, `isUnchanged` is false.
 */
export function listenForChanges({ url, notify, timeout = 500 }: Options): Listening {
  let client: pg.Client | undefined;
  let isOpen = false;
  let isTrusted = false;
  /** The probe sets it, too: the first answer after a new connection is false, because a change may have been missed. */
  let wasNotified = true;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  let queriesInFlight = 0;

  async function connect(): Promise<void> {
    const probe = randomUUID();
    let candidate: pg.Client | undefined;
    try {
      // `new pg.Client` throws when a file that the URL names, such as a certificate, is missing.
      candidate = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 3000,
        query_timeout: timeout,
        keepAlive: true,
        application_name: 'fledge listening',
      });
      client = candidate;
      candidate.on('error', () => drop(candidate));
      candidate.on('end', () => drop(candidate));
      candidate.on('notification', ({ payload }) => {
        wasNotified = true;
        if (payload !== probe || client !== candidate) return;
        if (queriesInFlight === 0) isTrusted = true;
        // A pooler may deliver the probe only because a query happens to be in flight. That proves nothing: try again.
        else notify(probe).catch(() => drop(candidate));
      });
      await candidate.connect();
      await candidate.query(`listen ${channel}`);
      isOpen = client === candidate;
      await notify(probe);
    } catch {
      drop(candidate);
    }
  }

  /** Gives up the connection, and opens another one after a while. */
  function drop(lost: pg.Client | undefined): void {
    if (isClosed || client !== lost) return;
    client = undefined;
    isOpen = false;
    isTrusted = false;
    lost?.end().catch(() => {});
    retry = setTimeout(connect, timeout).unref();
  }

  async function query<Row extends object>(text: string): Promise<Row[]> {
    const used = client;
    // The words "connection terminated" tell server/store/postgres.ts that the database is away.
    if (!used || !isOpen) throw new Error('connection terminated: not listening');
    queriesInFlight += 1;
    try {
      return (await used.query<Row>(text)).rows;
    } catch (error) {
      drop(used);
      throw error;
    } finally {
      queriesInFlight -= 1;
    }
  }

  connect();
  return {
    async isUnchanged() {
      const used = client;
      if (!isTrusted) return false;
      try {
        await query('');
      } catch {
        return false;
      }
      const hasMissedNothing = !wasNotified && client === used;
      wasNotified = false;
      return hasMissedNothing;
    },
    query,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
