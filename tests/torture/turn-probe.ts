import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a server by `--import`: writes the longest turn of its event loop into the file TURN_PROBE, in milliseconds of the
 * main thread's own processor time. Other work on the machine does not count, unlike in the delay of a timer. SIGUSR2 begins
 * again at 0.
 */
const file = process.env.TURN_PROBE;
if (isMainThread && file) {
  let longest = 0;
  let before = process.threadCpuUsage();
  const tell = () => writeFileSync(file, String(longest));
  process.on('SIGUSR2', () => {
    longest = 0;
    tell();
    before = process.threadCpuUsage();
  });
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    if ((user + system) / 1000 > longest) {
      longest = (user + system) / 1000;
      tell();
    }
    before = process.threadCpuUsage();
  }, 1).unref();
}
