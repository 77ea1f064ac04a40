import { Unavailable } from './errors.ts';

/** A caller that wants a slot. Callers of one network share one line. */
export interface Asker {
  network: string;
  /** True if the caller is signed in, or in a network from which the account has signed in before. */
  isKnown: boolean;
}

interface Options {
  /** How many calls run in parallel. */
  atOnce: number;
  /** Maximum number of strangers that wait, and also of known callers that wait. */
  waiting: number;
}

type Turnstile = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>;

/**
 * Limits how many calls run in parallel. If there are several slots, one is reserved for known callers, who also go
 * first. Waiting callers are served in rotation by network, so a network that floods the queue gets only one call per
 * rotation.
 */
export function createTurnstile({ atOnce, waiting }: Options): Turnstile {
  const known = createFairQueue(waiting);
  const strangers = createFairQueue(waiting);
  const slotsForStrangers = Math.max(1, atOnce - 1);
  let running = 0;
  let runningStrangers = 0;

  const hasSlot = (isKnown: boolean) =>
    running < atOnce && (isKnown || runningStrangers < slotsForStrangers);

  function count(asker: Asker, by: 1 | -1): void {
    running += by;
    if (!asker.isKnown) runningStrangers += by;
  }

  function startNext(): void {
    if (hasSlot(true)) known.take()?.start();
    if (hasSlot(false)) strangers.take()?.start();
  }

  return async (asker, work) => {
    // Nobody of this kind waits while there is a free slot for this kind.
    if (hasSlot(asker.isKnown)) count(asker, 1);
    else {
      await new Promise<void>((resolve, reject) => {
        const start = () => {
          count(asker, 1);
          resolve();
        };
        (asker.isKnown ? known : strangers).add(asker.network, { start, refuse: reject });
      });
    }
    try {
      return await work();
    } finally {
      count(asker, -1);
      startNext();
    }
  };
}

interface Waiting {
  start: () => void;
  refuse: (error: Unavailable) => void;
}

/**
 * Creates a bounded queue with one line per network, which serves the networks in rotation. When it is full, it refuses
 * the last caller of the longest line, or the newcomer if its own line would be as long.
 */
function createFairQueue(most: number) {
  const lines = new Map<string, Waiting[]>();
  let length = 0;

  return {
    add(network: string, newcomer: Waiting): void {
      const line = lines.get(network) ?? [];
      if (length === most) {
        const longest = [...lines.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
        const refused = longest.length > line.length + 1 ? longest.pop() : newcomer;
        refused?.refuse(new Unavailable(5));
        if (refused === newcomer) return;
        length -= 1;
      }
      line.push(newcomer);
      lines.set(network, line);
      length += 1;
    },

    take(): Waiting | undefined {
      const [next] = lines;
      if (!next) return undefined;
      const [network, line] = next;
      // Deleting the key and setting it again moves the network to the end of the rotation.
      lines.delete(network);
      const first = line.shift();
      if (line.length > 0) lines.set(network, line);
      length -= 1;
      return first;
    },
  };
}
