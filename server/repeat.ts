/** Controls work that is repeated until it is stopped. */
export interface Repeated {
  /** Ends the pause, so that the next run begins now, or right after the current run. */
  wake(): void;
  /** Ends the repetition. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Repeats `work`, which resolves with the milliseconds until its next run. `work` must not reject. */
export function repeat(work: (isStopping: () => boolean) => Promise<number>): Repeated {
  let isStopping = false;
  let isWoken = false;
  let endPause = () => {};

  async function run(): Promise<void> {
    while (!isStopping) {
      isWoken = false;
      const pause = await work(() => isStopping);
      if (isWoken) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const ended = run();
  const wake = () => {
    isWoken = true;
    endPause();
  };
  return {
    wake,
    async stop() {
      isStopping = true;
      wake();
      await ended;
    },
  };
}
