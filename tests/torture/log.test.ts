import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningServer, startServer } from '../process/server.ts';
import { fullOrSample, isFullRun, newDatabaseEnv, reportFigures } from './attack.ts';
import { fill, smallDisk } from './small-disk.ts';

/** Tests a standard output that cannot be written to: log lines may be lost, but requests must be answered. */

const waitUntil = async (isSo: () => boolean) => {
  for (let left = 3000; !isSo(); left -= 1) {
    assert.ok(left > 0, `not so within a minute: ${isSo}`);
    await wait(20);
  }
};

/** Sends a request whose path, and so its log line, has about `length` characters. */
async function ask(server: RunningServer, length = 1000): Promise<void> {
  const response = await fetch(`${server.url}/api/${'x'.repeat(length)}`, {
    headers: { Connection: 'close' },
  });
  assert.equal(response.status, 404);
  await response.text();
}

interface Line {
  dropped?: number;
  path?: string;
}

/** Returns the lines that are complete. On a full disk a worker may append to an incomplete line of another worker. */
const linesOf = (text: string): Line[] =>
  text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });

const droppedIn = (text: string) =>
  linesOf(text).reduce((sum, { dropped = 0 }) => sum + dropped, 0);

const workersOf = ({ process: { pid } }: RunningServer): number[] =>
  execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map(Number);

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

// A sample run tests only two workers: a worker writes its log lines itself, like a server without workers.
for (const workers of isFullRun ? ['1', '2'] : ['2']) {
  const disk = smallDisk('256k');
  // Mounting needs root. Without root, this test is left out.
  if (!disk) continue;
  test(`a log disk that is full, WEB_CONCURRENCY=${workers}`, async (t) => {
    const filler = path.join(disk, 'filler');
    const server = await startServer(
      { ...(await newDatabaseEnv('SQLite')), WEB_CONCURRENCY: workers },
      undefined,
      path.join(disk, 'log'),
    );
    const rounds = fullOrSample(20, 1);
    const requests = 40;
    for (let round = 1; round <= rounds; round += 1) {
      fill(filler);
      for (let number = 0; number < requests; number += 1) await ask(server);
      rmSync(filler);
      const before = droppedIn(server.output());
      for (let left = 100; droppedIn(server.output()) === before && left > 0; left -= 1) {
        await (await fetch(`${server.url}/healthz`, { headers: { Connection: 'close' } })).text();
        await wait(30);
      }
      assert.ok(droppedIn(server.output()) > before, 'the log says how many lines it lost');
      execFileSync('truncate', ['-s', '0', path.join(disk, 'log')]);
    }
    if (workers === '1') {
      assert.deepEqual(await server.end(), { code: 0, signal: null });
    } else {
      fill(filler);
      const [victim = 0] = workersOf(server);
      process.kill(victim, 'SIGKILL');
      await waitUntil(() => !isRunning(victim) && workersOf(server).length === 2);
      const remaining = workersOf(server);
      await server.end('SIGKILL');
      await waitUntil(() => !remaining.some(isRunning));
    }
    reportFigures(t, { rounds });
  });
}

test('a reader of the log stalls and continues, and stalls again, which does not delay the stop', async () => {
  const server = await startServer(await newDatabaseEnv('SQLite'));
  server.process.stdout?.pause();
  for (let number = 0; number < 200; number += 1) await ask(server, 7000);
  server.process.stdout?.resume();
  const dropped = () => droppedIn(server.output());
  const written = () =>
    linesOf(server.output()).filter(({ path }) => path?.startsWith('/api/x')).length;
  await waitUntil(() => dropped() > 0 && written() + dropped() === 200);
  await ask(server);
  await waitUntil(() => written() + dropped() === 201);

  server.process.stdout?.pause();
  // 700 kB of lines, more than the buffers between the server and the reader take.
  for (let number = 0; number < 100; number += 1) await ask(server, 7000);
  const closed = once(server.process, 'close');
  assert.deepEqual(await server.end(), { code: 0, signal: null });
  // After `close` the whole output has been read, so lines that are missing could not be written by the server.
  await closed;
  assert.ok(written() + dropped() < 301, 'the reader did not stall');
});

test('a reader of the log closes the pipe', async () => {
  const server = await startServer({ ...(await newDatabaseEnv('SQLite')), WEB_CONCURRENCY: '2' });
  server.process.stdout?.destroy();
  for (let number = 0; number < 50; number += 1) await ask(server);
  assert.deepEqual(await server.end(), { code: 0, signal: null });
});
