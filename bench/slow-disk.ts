import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { contactDraft } from '../tests/drafts.ts';
import { percentile } from './load.ts';
import { endAll, folder, hasEnded, type Started, seed, startFledge } from './servers.ts';

/**
 * Prints the response time of home and the event-loop delay, with and without visitors who send messages, with and
 * without 10 ms added to every fsync. strace adds the delay; with `--seccomp-bpf` it does not slow other system calls.
 */

process.once('exit', endAll);
if (spawnSync('which', ['strace']).status !== 0) {
  throw new Error('This benchmark needs strace to slow the disk: apt-get install strace.');
}
const delays = ['0', '10ms'];
const perSecond = { pages: 100, messages: 80 };
const seconds = 10;
const delayFile = path.join(folder, 'loop-delay');

const throughSlowDisk = (delay: string) => [
  ...['strace', '-f', '-D', '-o', '/dev/null', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync'],
  ...(delay === '0' ? [] : ['-e', `inject=fsync,fdatasync:delay_exit=${delay}`]),
];

async function readLoopDelay({ process: child }: Started): Promise<{ p99: number; most: number }> {
  rmSync(delayFile, { force: true });
  child.kill('SIGUSR2');
  for (;;) {
    await setTimeout(20);
    try {
      return JSON.parse(readFileSync(delayFile, 'utf8'));
    } catch {
      // The server has not written the file yet.
    }
    if (hasEnded(child)) throw new Error('The server ended before it wrote its loop delay.');
  }
}

/** Calls `once` `rate` times a second, for `seconds` seconds, and returns the milliseconds that each call took. */
async function atRate(rate: number, once: (number: number) => Promise<Response>) {
  const took: number[] = [];
  const underway: Promise<unknown>[] = [];
  const began = performance.now();
  for (let number = 0; number < rate * seconds; number += 1) {
    await setTimeout(Math.max(0, began + (number * 1000) / rate - performance.now()));
    const sent = performance.now();
    const call = once(number).then(async (response) => {
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
      took.push(performance.now() - sent);
    });
    underway.push(call);
  }
  await Promise.all(underway);
  return took;
}

const dataDir = await seed('slow-disk', 1000);
console.log(
  '| fsync | messages | home p50 ms | home p99 ms | loop delay p99 ms | message p50 ms |',
);
console.log('|---|---|---|---|---|---|');
for (const delay of delays) {
  const server = await startFledge(
    dataDir,
    { LOG_LEVEL: 'warn', RATE_LIMITS: 'off', LOOP_DELAY_FILE: delayFile },
    { through: throughSlowDisk(delay), modules: ['./bench/loop-delay.ts'] },
  );
  const visit = () => fetch(server.url);
  const send = () =>
    fetch(`${server.url}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(contactDraft),
    });
  await atRate(20, visit);
  for (const isWriting of [false, true]) {
    await readLoopDelay(server);
    const [pages, messages] = await Promise.all([
      atRate(perSecond.pages, visit),
      isWriting ? atRate(perSecond.messages, send) : [],
    ]);
    const loop = await readLoopDelay(server);
    const cells = [
      delay === '0' ? 'as it is' : `+ ${delay}`,
      isWriting ? `${perSecond.messages} a second` : 'none',
      ...[percentile(50, pages), percentile(99, pages), loop.p99].map((value) => value.toFixed(1)),
      isWriting ? percentile(50, messages).toFixed(1) : '',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  server.process.kill();
}
process.exit();
