import cluster, { type Worker } from 'node:cluster';
import type { Family } from './families.ts';

/**
 * A message between the processes of a cluster. They share one port, so a scrape reaches only one worker. That worker
 * sends `ask` to the primary. The primary sends `read` to all workers, collects their `figures`, and sends back `all`.
 */
type Message = { metrics: 'ask' | 'read' | 'figures' | 'all'; key: number; families?: Family[] };

/** Milliseconds that the primary waits for the workers. The scrape lacks workers that are busy for longer. */
const timeout = 1000;

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/** Runs in a worker: answers the primary, and returns the function that reads the figures of all workers. */
export function joinExchange(read: () => Family[]): () => Promise<Family[]> {
  const resolvers = new Map<number, (families: Family[]) => void>();
  let lastKey = 0;
  process.on('message', (message) => {
    if (!isMessage(message)) return;
    const { metrics, key, families = [] } = message;
    if (metrics === 'read') process.send?.({ metrics: 'figures', key, families: read() });
    if (metrics === 'all') resolvers.get(key)?.(families);
  });
  return async () => {
    lastKey += 1;
    const key = lastKey;
    const all = Promise.withResolvers<Family[]>();
    resolvers.set(key, all.resolve);
    // Falls back to the figures of this worker if the primary, which waits for up to `timeout`, sends nothing.
    const timer = setTimeout(() => all.resolve(read()), 2 * timeout);
    try {
      process.send?.({ metrics: 'ask', key });
      return await all.promise;
    } finally {
      clearTimeout(timer);
      resolvers.delete(key);
    }
  };
}

/** Runs in the primary: returns the function that handles the messages. It returns false for other messages. */
export function createRelay(): (from: Worker, message: unknown) => boolean {
  const collections = new Map<number, (worker: Worker, families: Family[]) => void>();
  let lastKey = 0;

  function collectFigures(requester: Worker, requesterKey: number): void {
    lastKey += 1;
    const key = lastKey;
    const pending = new Set(Object.values(cluster.workers ?? {}));
    const gathered: Family[] = [];
    const finish = () => {
      clearTimeout(timer);
      collections.delete(key);
      if (requester.isConnected())
        requester.send({ metrics: 'all', key: requesterKey, families: gathered });
    };
    const timer = setTimeout(finish, timeout);
    collections.set(key, (worker, families) => {
      if (!pending.delete(worker)) return;
      gathered.push(...families);
      if (pending.size === 0) finish();
    });
    for (const worker of pending) if (worker?.isConnected()) worker.send({ metrics: 'read', key });
  }

  return (from, message) => {
    if (!isMessage(message)) return false;
    const { metrics, key, families = [] } = message;
    if (metrics === 'ask') collectFigures(from, key);
    if (metrics === 'figures') collections.get(key)?.(from, families);
    return true;
  };
}
