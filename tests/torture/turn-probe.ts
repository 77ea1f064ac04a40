import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Is loaded into a server with `--import`. It writes the longest turn of the event loop into the file that TURN_PROBE
 * names, in milliseconds of CPU time of the main thread. Unlike the delay of a timer, CPU time does not count the
 * time in which other processes have the CPU. SIGUSR2 resets the longest turn to 0.
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
