import { readFileSync } from 'node:fs';
import { createPostgres } from '../tests/postgres.ts';
import { median, round } from './load.ts';
import { endAll, folder, type Started, startBare, startFledge } from './servers.ts';

/**
 * Prints the CPU time of a request with one process on PostgreSQL, and with two processes that are under load at the
 * same time. Bare servers that send the same responses show how much of the difference comes from the machine:
 * processes that share a CPU slow each other down.
 */

process.once('exit', endAll);
const rounds = 9;

const postgres = await createPostgres({ isDurable: true });
process.once('exit', () => postgres.remove());
await postgres.start();

/** USER_HZ: /proc counts CPU time in hundredths of a second. */
const ticksPerSecond = 100;

/** Returns the seconds of CPU time that the process has used so far. */
function processorTime({ process: child }: Started): number {
  const [, fields = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) / ticksPerSecond;
}

const env = { LOG_LEVEL: 'warn', RATE_LIMITS: 'off', DATABASE_URL: postgres.url };
const first = await startFledge(folder, env);
const second = await startFledge(folder, env);

/**
 * Returns the microseconds of CPU time per request while all `servers` are under load. A round lasts one second, so
 * `perSecond` is the number of its requests.
 */
async function cost(servers: Started[], path: string): Promise<number> {
  const before = servers.map(processorTime);
  const answered = await Promise.all(servers.map(({ url }) => round({ url: url + path })));
  const used = servers.map((server, at) => processorTime(server) - (before[at] ?? 0));
  const requests = answered.reduce((sum, { perSecond }) => sum + perSecond, 0);
  return (used.reduce((sum, each) => sum + each, 0) / requests) * 1e6;
}

/** Returns the median costs with one process and with two, measured in turns, and the median of their ratios. */
async function compare(pair: Started[], path: string) {
  const [one, two]: [number[], number[]] = [[], []];
  for (const server of pair) await cost([server], path);
  for (let number = 0; number < rounds; number += 1) {
    one.push(await cost(pair.slice(number % 2).slice(0, 1), path));
    two.push(await cost(pair, path));
  }
  const ratio = median(two.map((each, at) => each / (one[at] ?? 0)));
  return { one: median(one), two: median(two), ratio };
}

console.log(
  '| read | one process, µs a request | two processes, µs a request | ratio | ratio of bare servers |',
);
console.log('|---|---|---|---|---|');
for (const path of ['/', '/api/apps']) {
  const bare = [
    await startBare('same', first.url + path),
    await startBare('same', first.url + path),
  ];
  const ours = await compare([first, second], path);
  const theirs = await compare(bare, path);
  for (const server of bare) server.process.kill();
  const cells = [
    path,
    ours.one.toFixed(0),
    ours.two.toFixed(0),
    ours.ratio.toFixed(2),
    theirs.ratio.toFixed(2),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
endAll();
await postgres.remove();
process.exit();
