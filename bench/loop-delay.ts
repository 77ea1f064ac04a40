import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a server with `--import`. On SIGUSR2 it writes the event-loop delay of the main thread since the last
 * SIGUSR2, as p99 and maximum in milliseconds, into the file that LOOP_DELAY_FILE names.
 */
if (isMainThread) {
  const resolution = 1;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  process.on('SIGUSR2', () => {
    // Measured delays include the interval of the sampling timer, which is `resolution`.
    const milliseconds = (nanoseconds: number) => nanoseconds / 1e6 - resolution;
    const figures = { p99: milliseconds(delay.percentile(99)), most: milliseconds(delay.max) };
    writeFileSync(process.env.LOOP_DELAY_FILE ?? '', JSON.stringify(figures));
    delay.reset();
  });
}
