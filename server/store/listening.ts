import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The channel that migration 004 notifies when content has changed. */
export const channel = 'content_changed';

export interface Listening {
  /**
   * True if no commit before this call has changed content since the call before. False if one may have.
   */
  isUnchanged(): Promise<boolean>;
  /** Queries on the listening connection, which no other work keeps busy. Fails while the connection is lost. */
  query<Row extends object>(text: string): Promise<Row[]>;
  close(): Promise<void>;
}

interface Setting {
  url: string;
  /** Notifies the channel through another connection. */
  say(words: string): Promise<unknown>;
  /** Milliseconds that a query may take, and that pass between a lost connection and the next attempt. */
  timeout?: number;
}

/**
 * A connection that listens to PostgreSQL's notifications of changes. A notification may arrive after the writer has its
 * commit acknowledged. An empty query is a barrier: notifications sent before it arrive first.
 *
 * The connection is trusted only after it has received, between two queries, a notification that was sent through another
 * connection: behind a pooler that hands connections around it never does. Until then, and while it is lost, `isUnchanged` is false.
 */
export function listenForChanges({ url, say, timeout = 500 }: Setting): Listening {
  let client: pg.Client | undefined;
  let isOpen = false;
  let isTrusted = false;
  let wasTold = true;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  /** The number of queries that have not been answered yet. */
  let queries = 0;

  async function connect(): Promise<void> {
    const hello = randomUUID();
    let mine: pg.Client | undefined;
    try {
      // Throws when a file that the address names, such as a certificate, is missing.
      mine = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 3000,
        query_timeout: timeout,
        keepAlive: true,
        application_name: 'fledge listening',
      });
      client = mine;
      mine.on('error', () => lose(mine));
      mine.on('end', () => lose(mine));
      mine.on('notification', ({ payload }) => {
        wasTold = true;
        if (payload !== hello || client !== mine) return;
        if (queries === 0) isTrusted = true;
        // By chance a pooler hands it on during a query.
        else say(hello).catch(() => lose(mine));
      });
      await mine.connect();
      await mine.query(`listen ${channel}`);
      isOpen = client === mine;
      await say(hello);
    } catch {
      lose(mine);
    }
  }

  function lose(lost: pg.Client | undefined): void {
    if (isClosed || client !== lost) return;
    client = undefined;
    isOpen = false;
    isTrusted = false;
    lost?.end().catch(() => {});
    retry = setTimeout(connect, timeout).unref();
  }

  async function query<Row extends object>(text: string): Promise<Row[]> {
    const asked = client;
    if (!asked || !isOpen) throw new Error('connection terminated: nobody listens');
    queries += 1;
    try {
      return (await asked.query<Row>(text)).rows;
    } catch (error) {
      lose(asked);
      throw error;
    } finally {
      queries -= 1;
    }
  }

  connect();
  return {
    async isUnchanged() {
      const asked = client;
      if (!isTrusted) return false;
      try {
        await query('');
      } catch {
        return false;
      }
      const isUnchanged = !wasTold && client === asked;
      wasTold = false;
      return isUnchanged;
    },
    query,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
