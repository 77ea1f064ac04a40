import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { RequestLog } from '../request-log.ts';
import { countOutbox } from '../store/outbox.ts';
import type { Db } from '../store/store.ts';
import { createFamily, type Family, formatFamilies } from './families.ts';

export interface ScrapeDeps {
  /** Reads the metrics of all processes of this cluster. */
  gather: () => Promise<Family[]>;
  db: Db;
  headers: [name: string, value: string][];
  logRequest: RequestLog;
  logger: Logger;
}

/** Milliseconds for which a scrape waits for the database. */
const timeout = 2000;

/** Returns the handler of scrapes. It requires `token`, unless that is undefined. Parallel scrapes share one read. */
export function createScrape(
  { gather, db, headers, logRequest, logger }: ScrapeDeps,
  token: string | undefined,
): RequestListener {
  const wanted = token === undefined ? undefined : hash(`Bearer ${token}`);
  let underway: Promise<string> | undefined;
  const read = () => {
    underway ??= Promise.all([gather(), outboxFamilies(db)])
      .then((families) => formatFamilies(families.flat()))
      .finally(() => {
        underway = undefined;
      });
    return underway;
  };

  return async ({ method, url = '', headers: { authorization = '' } }, outgoing) => {
    const began = performance.now();
    const requestId = randomUUID();
    const answer = (status: number, text: string, more: Record<string, string> = {}) => {
      outgoing.writeHead(status, {
        ...Object.fromEntries(headers),
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
        'x-request-id': requestId,
        ...more,
      });
      outgoing.end(method === 'HEAD' ? undefined : text);
      logRequest({ requestId, method, path: '/metrics', status, began });
    };
    if (!isMetricsPath(url)) return answer(404, 'The metrics are at /metrics.\n');
    if (wanted && !timingSafeEqual(hash(authorization), wanted)) {
      return answer(401, 'The token is missing or wrong.\n', { 'www-authenticate': 'Bearer' });
    }
    if (method !== 'GET' && method !== 'HEAD') {
      return answer(405, 'This address takes GET, HEAD.\n', { allow: 'GET, HEAD' });
    }
    let text: string;
    try {
      text = await read();
    } catch (error) {
      logger.error({ err: error, requestId }, 'a request failed');
      return answer(500, 'The metrics could not be read.\n');
    }
    return answer(200, text);
  };
}

export const isMetricsPath = (url: string) => url === '/metrics' || url.startsWith('/metrics?');

const hash = (text: string) => createHash('sha256').update(text).digest();

/**
 * Returns the numbers of messages in the outbox, or an empty array if the database does not answer in time. A scrape
 * counts the outbox once, not once per process, because all processes and instances share it.
 */
async function outboxFamilies(db: Db): Promise<Family[]> {
  const timeUp = new Promise<undefined>((resolve) =>
    setTimeout(resolve, timeout, undefined).unref(),
  );
  const counts = await Promise.race([countOutbox(db).catch(() => undefined), timeUp]);
  if (!counts) return [];
  return [
    createFamily(
      'fledge_outbox_messages',
      'gauge',
      'Mails and messages to webhooks in the database.',
      counts.flatMap(({ channel, waiting, givenUp }) => [
        [{ channel, state: 'waiting' }, waiting],
        [{ channel, state: 'given_up' }, givenUp],
      ]),
    ),
  ];
}
