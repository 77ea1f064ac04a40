import cluster, { type Worker } from 'node:cluster';
import type { Family } from './families.ts';

/**
 * The processes of a cluster share one port, so a scrape reaches any of them. That one asks the primary process, which
 * asks all, so that a scrape always has the figures of every process.
 */
type Message = { metrics: 'ask' | 'read' | 'figures' | 'all'; key: number; families?: Family[] };

/** Milliseconds. A process that is busy for longer is missing from the scrape. */
const timeout = 1000;

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/** In a worker: answers the primary's questions, and returns the function that reads the figures of all workers. */
export function joinExchange(read: () => Family[]): () => Promise<Family[]> {
  const waiting = new Map<number, (families: Family[]) => void>();
  let last = 0;
  process.on('message', (message) => {
    if (!isMessage(message)) return;
    const { metrics, key, families = [] } = message;
    if (metrics === 'read') process.send?.({ metrics: 'figures', key, families: read() });
    if (metrics === 'all') waiting.get(key)?.(families);
  });
  return async () => {
    last += 1;
    const key = last;
    const all = Promise.withResolvers<Family[]>();
    waiting.set(key, all.resolve);
    // The primary waits for a second itself.
    const late = setTimeout(() => all.resolve(read()), 2 * timeout);
    process.send?.({ metrics: 'ask', key });
    try {
      return await all.promise;
    } finally {
      clearTimeout(late);
      waiting.delete(key);
    }
  };
}

/** In the primary: returns the function that passes messages on. It returns false for messages about other things. */
export function createRelay(): (from: Worker, message: unknown) => boolean {
  const asked = new Map<number, (worker: Worker, families: Family[]) => void>();
  let last = 0;

  function askAll(asker: Worker, askerKey: number): void {
    last += 1;
    const key = last;
    const missing = new Set(Object.values(cluster.workers ?? {}));
    const gathered: Family[] = [];
    const finish = () => {
      clearTimeout(late);
      asked.delete(key);
      if (asker.isConnected()) asker.send({ metrics: 'all', key: askerKey, families: gathered });
    };
    const late = setTimeout(finish, timeout);
    asked.set(key, (worker, families) => {
      if (!missing.delete(worker)) return;
      gathered.push(...families);
      if (missing.size === 0) finish();
    });
    for (const worker of missing) if (worker?.isConnected()) worker.send({ metrics: 'read', key });
  }

  return (from, message) => {
    if (!isMessage(message)) return false;
    const { metrics, key, families = [] } = message;
    if (metrics === 'ask') askAll(from, key);
    if (metrics === 'figures') asked.get(key)?.(from, families);
    return true;
  };
}
