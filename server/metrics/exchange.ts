import cluster, { type Worker } from 'node:cluster';
import type { Family } from './families.ts';

/**
 * A message between the processes of a cluster. They share one port, so a scrape reaches any worker. That worker sends
 * `ask` to the primary process. The primary sends `read` to all workers, collects their `figures`, and sends `all`
 * back.
 */
type Message = { metrics: 'ask' | 'read' | 'figures' | 'all'; key: number; families?: Family[] };

/** Milliseconds that the primary waits for the workers. A worker that is busy for longer is missing from the scrape. */
const timeout = 1000;

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/** Runs in a worker: answers the primary, and returns the function that reads the figures of all workers. */
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
    // Falls back to the figures of this worker. The primary itself waits for up to `timeout`.
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

/** Runs in the primary: returns the function that handles the messages. It returns false for other messages. */
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
