import { Unavailable } from './errors.ts';

/** The caller that wants a slot. Callers of one network share one queue. */
export interface Asker {
  network: string;
  /** Signed in, or at an address from where this account has signed in before. */
  isKnown: boolean;
}

interface Options {
  /** How many pieces of work run at the same time. */
  atOnce: number;
  /** How many strangers, and how many known callers, may wait. */
  waiting: number;
}

type Turnstile = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>;

/**
 * Limits how much work runs at the same time. One slot is reserved for known callers, who also go first. Strangers
 * take turns by network, so a flood from one network delays the others by one piece of work each.
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
    // A free slot means that nobody of this kind is waiting for it.
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

/** A bounded queue that serves its networks in rotation. When it is full, the longest line loses its last. */
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
      // Setting the key again moves the network to the end of the rotation.
      lines.delete(network);
      const first = line.shift();
      if (line.length > 0) lines.set(network, line);
      length -= 1;
      return first;
    },
  };
}
