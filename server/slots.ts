import { Unavailable } from './errors.ts';

/** Wraps `work` so that at most `most` calls run or wait at the same time. Refuses the next call with 503. */
export function limitInFlight<Given extends unknown[], Value>(
  most: number | Slots,
  work: (...given: Given) => Promise<Value>,
): (...given: Given) => Promise<Value> {
  const slots = typeof most === 'number' ? new Slots(most) : most;
  return async (...given) => {
    const free = slots.take();
    try {
      return await work(...given);
    } finally {
      free();
    }
  };
}

/** Counts the slots that are taken. `take` refuses with 503 when all `most` slots are taken. */
export class Slots {
  readonly #most: number;
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes a slot and returns the function that frees it. A second call of that function does nothing. */
  take(): () => void {
    if (this.#taken >= this.#most) throw new Unavailable();
    this.#taken += 1;
    let isTaken = true;
    return () => {
      if (isTaken) this.#taken -= 1;
      isTaken = false;
    };
  }
}

/** Runs up to `atOnce` calls in parallel. Further calls wait in a queue. */
export class ConcurrencyLimit {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
