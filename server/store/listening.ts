import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** What migration 004 notifies whenever content has changed. */
export const channel = 'content_changed';

export interface Listening {
  /**
   * True: nothing that was committed before the question has changed content since the question before it.
   * False: something may have.
   */
  isUnchanged(): Promise<boolean>;
  /** Asks where nobody else's work is in the way. Fails while the connection is lost. */
  query<Row extends object>(text: string): Promise<Row[]>;
  close(): Promise<void>;
}

interface Setting {
  url: string;
  /** Notifies the channel through another connection. */
  say(words: string): Promise<unknown>;
  /** How long a question may take, and how long after a loss the next connection is tried, in milliseconds. */
  patience?: number;
}

/**
 * A connection that PostgreSQL tells of changes. It may tell later than the writer knows of its commit; but it
 * tells before it answers whatever is asked on the same connection afterwards. So the question is an empty one.
 *
 * It is relied on only once it has heard, unasked, what was said through another connection: behind a pooler that
 * hands connections around, it never does. Before that, and while it is lost, the answer is "something may have".
 */
export function listenForChanges({ url, say, patience = 500 }: Setting): Listening {
  let client: pg.Client | undefined;
  let isOpen = false;
  let isTrusted = false;
  let wasTold = true;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const hello = randomUUID();
    let mine: pg.Client | undefined;
    try {
      // Reads the files that the address names, which may be missing.
      mine = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 3000,
        query_timeout: patience,
        keepAlive: true,
        application_name: 'fledge listening',
      });
      client = mine;
      mine.on('error', () => lose(mine));
      mine.on('end', () => lose(mine));
      mine.on('notification', ({ payload }) => {
        wasTold = true;
        if (payload === hello && client === mine) isTrusted = true;
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
    retry = setTimeout(connect, patience).unref();
  }

  async function query<Row extends object>(text: string): Promise<Row[]> {
    const asked = client;
    if (!asked || !isOpen) throw new Error('connection terminated: nobody listens');
    try {
      return (await asked.query<Row>(text)).rows;
    } catch (error) {
      lose(asked);
      throw error;
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
