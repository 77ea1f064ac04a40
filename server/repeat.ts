/** Work that is done again and again until it is stopped. */
export interface Repeated {
  /** Ends the pause: the work is done again now. */
  wake(): void;
  /** Resolves when the work that is under way has ended. */
  stop(): Promise<void>;
}

/** Repeats `work`. It must not throw, and returns the milliseconds until it is done again. */
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
