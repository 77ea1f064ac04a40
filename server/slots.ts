import { Unavailable } from './errors.ts';

/** Runs `work` for up to `most` callers at a time, waiting ones included, and refuses the next one with 503. */
export function limited<Given extends unknown[], Value>(
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

/** Admits a number of things at a time, and refuses the next one with 503. */
export class Slots {
  readonly #most: number;
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Returns the function that frees the slot. It may be called twice. */
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

/** Runs a number of things at a time; the others wait for their turn. */
export class Turns {
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
