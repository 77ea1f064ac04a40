import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The PostgreSQL channel that triggers notify of each content change. Migration 004 must use the same name. */
export const channel = 'content_changed';

export interface Listening {
  /**
   * Resolves to true if no content change was committed since the previous call, and to false if there was one or this
   * is not certain. Each call starts a new period, so there must be only one caller.
   */
  checkUnchanged(): Promise<boolean>;
  /**
   * Runs SQL on the listening connection, so that it does not wait for the pool. Rejects while there is no connection.
   * Any failed query closes the connection and opens a new one.
   */
  query<Row extends object>(text: string): Promise<Row[]>;
  close(): Promise<void>;
}

interface Options {
  url: string;
  /** Notifies the channel through another connection. */
  notify(payload: string): Promise<unknown>;
  /** Time limit of a query, in milliseconds. Also the delay before reconnecting. */
  timeout?: number;
}

/**
 * Opens a connection that listens for PostgreSQL's notifications of changes. A notification may arrive later than the
 * acknowledgement of the writer's commit, so `checkUnchanged` first runs an empty query as a barrier: PostgreSQL sends
 * pending notifications before it completes the query.
 *
 * Each new connection is tested with a probe, a notification sent through another connection. The connection is trusted
 * once it receives the probe while none of its queries is in flight. Through a pooler in transaction mode that never
 * happens. While there is no trusted connection, `checkUnchanged` resolves to false.
 */
export function listenForChanges({ url, notify, timeout = 500 }: Options): Listening {
  let client: pg.Client | undefined;
  let isOpen = false;
  let isTrusted = false;
  /**
   * True if a notification has arrived since the last `checkUnchanged`. The probe sets it, too: changes may have been
   * missed before the connection was opened.
   */
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
      candidate.on('error', () => dropAndReconnect(candidate));
      candidate.on('end', () => dropAndReconnect(candidate));
      candidate.on('notification', ({ payload }) => {
        wasNotified = true;
        if (payload !== probe || client !== candidate) return;
        if (queriesInFlight === 0) isTrusted = true;
        // A pooler in transaction mode delivers notifications during queries only, so a probe that arrives during a
        // query proves nothing. It is sent again.
        else notify(probe).catch(() => dropAndReconnect(candidate));
      });
      await candidate.connect();
      await candidate.query(`listen ${channel}`);
      isOpen = client === candidate;
      await notify(probe);
    } catch {
      dropAndReconnect(candidate);
    }
  }

  function dropAndReconnect(lost: pg.Client | undefined): void {
    if (isClosed || client !== lost) return;
    client = undefined;
    isOpen = false;
    isTrusted = false;
    lost?.end().catch(() => {});
    retry = setTimeout(connect, timeout).unref();
  }

  async function query<Row extends object>(text: string): Promise<Row[]> {
    const clientAtStart = client;
    // `isTemporary` in postgres.ts looks for the words "connection terminated".
    if (!clientAtStart || !isOpen) throw new Error('connection terminated: not listening');
    queriesInFlight += 1;
    try {
      return (await clientAtStart.query<Row>(text)).rows;
    } catch (error) {
      dropAndReconnect(clientAtStart);
      throw error;
    } finally {
      queriesInFlight -= 1;
    }
  }

  connect();
  return {
    async checkUnchanged() {
      const clientAtStart = client;
      if (!isTrusted) return false;
      try {
        await query('');
      } catch {
        return false;
      }
      const hasMissedNothing = !wasNotified && client === clientAtStart;
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
