import { Unavailable } from './errors.ts';

export interface QueueCaller {
  /** Callers with the same key wait in one line. For a sign-in, the key is the site of the network (`siteOf`). */
  lineKey: string;
  /** Known callers are served before strangers. api/sessions.ts decides who is known. */
  isKnown: boolean;
}

interface Options {
  maxParallel: number;
  /** Maximum length of each of the two queues, one for known callers and one for strangers. */
  maxWaiting: number;
}

type Turnstile = <T>(caller: QueueCaller, work: () => Promise<T>) => Promise<T>;

/**
 * Limits how many calls run in parallel. If there are several slots, one is reserved for known callers, who also go
 * first. A queue serves its lines in rotation, so a network that floods it gets only one call per rotation.
 */
export function createTurnstile({ maxParallel, maxWaiting }: Options): Turnstile {
  const knownQueue = createFairQueue(maxWaiting);
  const strangerQueue = createFairQueue(maxWaiting);
  const slotsForStrangers = Math.max(1, maxParallel - 1);
  let running = 0;
  let runningStrangers = 0;

  const hasSlot = (isKnown: boolean) =>
    running < maxParallel && (isKnown || runningStrangers < slotsForStrangers);

  function adjustRunning({ isKnown }: QueueCaller, by: 1 | -1): void {
    running += by;
    if (!isKnown) runningStrangers += by;
  }

  function startNext(): void {
    if (hasSlot(true)) knownQueue.take()?.start();
    if (hasSlot(false)) strangerQueue.take()?.start();
  }

  return async (caller, work) => {
    // A free slot means that the queue of this caller is empty, so starting at once overtakes nobody.
    if (hasSlot(caller.isKnown)) adjustRunning(caller, 1);
    else {
      await new Promise<void>((resolve, reject) => {
        const start = () => {
          adjustRunning(caller, 1);
          resolve();
        };
        const queue = caller.isKnown ? knownQueue : strangerQueue;
        queue.add(caller.lineKey, { start, refuse: reject });
      });
    }
    try {
      return await work();
    } finally {
      adjustRunning(caller, -1);
      startNext();
    }
  };
}

interface QueuedCall {
  start: () => void;
  refuse: (error: Unavailable) => void;
}

/**
 * Creates a bounded queue with one line for each key, which serves the lines in rotation. When the queue is full, it
 * refuses the newest caller of the longest line, or the newcomer if the newcomer's line would become at least as long.
 */
function createFairQueue(maxLength: number) {
  const lines = new Map<string, QueuedCall[]>();
  let length = 0;

  return {
    add(key: string, newcomer: QueuedCall): void {
      const line = lines.get(key) ?? [];
      if (length === maxLength) {
        const longest = [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
        const refused = longest.length > line.length + 1 ? longest.pop() : newcomer;
        // The client may try again after 5 seconds.
        refused?.refuse(new Unavailable(5));
        if (refused === newcomer) return;
        length -= 1;
      }
      line.push(newcomer);
      lines.set(key, line);
      length += 1;
    },

    take(): QueuedCall | undefined {
      const [next] = lines;
      if (!next) return undefined;
      const [key, line] = next;
      // Deleting the key and setting it again moves the line to the end of the rotation.
      lines.delete(key);
      const first = line.shift();
      if (line.length > 0) lines.set(key, line);
      length -= 1;
      return first;
    },
  };
}
