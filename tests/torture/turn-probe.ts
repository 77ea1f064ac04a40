import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a server with `--import`. It writes the longest turn of the event loop into the file that TURN_PROBE
 * names, in milliseconds of CPU time of the main thread. CPU time excludes the time of other processes, unlike the
 * delay of a timer. SIGUSR2 resets the longest turn to 0.
 */
const file = process.env.TURN_PROBE;
if (isMainThread && file) {
  let longest = 0;
  let before = process.threadCpuUsage();
  const writeLongest = () => writeFileSync(file, String(longest));
  process.on('SIGUSR2', () => {
    longest = 0;
    writeLongest();
    before = process.threadCpuUsage();
  });
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    if ((user + system) / 1000 > longest) {
      longest = (user + system) / 1000;
      writeLongest();
    }
    before = process.threadCpuUsage();
  }, 1).unref();
}
