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
export function listenForChanges({ url, say, patience = 1000 }: Setting): Listening {
  let client: pg.Client | undefined;
  let isTrusted = false;
  let wasTold = true;
  let retry: NodeJS.Timeout | undefined;

  function connect(): void {
    const hello = randomUUID();
    const mine = new pg.Client({
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
    mine
      .connect()
      .then(() => mine.query(`listen ${channel}`))
      .then(() => say(hello))
      .catch(() => lose(mine));
  }

  function lose(lost: pg.Client): void {
    if (client !== lost) return;
    client = undefined;
    isTrusted = false;
    lost.end().catch(() => {});
    retry = setTimeout(connect, patience).unref();
  }

  connect();
  return {
    async isUnchanged() {
      const asked = client;
      if (!asked || !isTrusted) return false;
      try {
        await asked.query('');
      } catch {
        lose(asked);
        return false;
      }
      const isUnchanged = !wasTold && client === asked;
      wasTold = false;
      return isUnchanged;
    },
    async close() {
      clearTimeout(retry);
      const last = client;
      client = undefined;
      isTrusted = false;
      await last?.end();
    },
  };
}
