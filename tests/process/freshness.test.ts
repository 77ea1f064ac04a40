import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { ideaDraft } from '../drafts.ts';
import { newDataDir, type RunningServer, startServer } from './server.ts';

/** A write shows in the very next read, whichever process was written to and whichever is read. */

async function newPostgres(): Promise<string> {
  const server = process.env.TEST_POSTGRES_URL ?? '';
  const name = `fresh_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

const engines: Record<string, () => Promise<Record<string, string>>> = {
  SQLite: async () => ({}),
  PostgreSQL: async () => ({ DATABASE_URL: await newPostgres() }),
};

for (const [engine, settings] of Object.entries(engines)) {
  test(`two instances on one ${engine}`, async () => {
    const env = {
      DATA_DIR: newDataDir(),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ...(await settings()),
    };
    const servers = await Promise.all([startServer(env), startServer(env)]);
    after(() => Promise.all(servers.map((server) => server.end())));
    await writeAndRead(
      servers.map(({ local }) => local),
      150,
    );
  });

  test(`three workers of one server on ${engine}`, async () => {
    const env = {
      DATA_DIR: newDataDir(),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ...(await settings()),
    };
    const server = await startServer({ ...env, WEB_CONCURRENCY: '3' });
    after(() => server.end());
    await writeAndRead([server.local], 100);
    assert.equal(server.output().match(/ is at /g)?.length, 1, 'said once');
    assert.equal(server.output().match(/Its password/g)?.length, 1);
    assert.deepEqual(await server.end(), { code: 0, signal: null });
  });
}

/** With readers in the background, so that answers are being made and kept all the time. */
async function writeAndRead(addresses: string[], rounds: number): Promise<void> {
  let reading = true;
  const load = addresses.map(async (address) => {
    while (reading) await (await fetch(`${address}/api/ideas`)).text();
  });
  for (let round = 0; round < rounds; round += 1) {
    const title = `Round ${round} ${randomUUID()}`;
    const written = await fetch(`${addresses[round % addresses.length]}/api/ideas`, {
      method: 'POST',
      // A connection of its own each time, so that every worker gets its turn.
      headers: { 'Content-Type': 'application/json', Connection: 'close' },
      body: JSON.stringify({ ...ideaDraft, title }),
    });
    assert.equal(written.status, 201);
    for (const address of addresses) {
      const path = round % 2 === 0 ? '/api/ideas' : '/ideas';
      const read = await fetch(address + path, { headers: { Connection: 'close' } });
      assert.ok((await read.text()).includes(title), `round ${round}: ${address}${path}`);
    }
  }
  reading = false;
  await Promise.all(load);
}

test('a worker that cannot start does not end those that serve, and is tried again', async () => {
  const dataDir = newDataDir();
  const server = await startServer({ DATA_DIR: dataDir, WEB_CONCURRENCY: '2' });
  after(() => server.end());
  const file = path.join(dataDir, 'fledge.db');
  const ended = () => server.output().match(/A worker ended/g)?.length ?? 0;
  // Those that have it open go on with it; a new one finds a folder.
  renameSync(file, `${file}.away`);
  mkdirSync(file);
  const [victim] = workersOf(server);
  process.kill(Number(victim), 'SIGKILL');
  while (ended() < 3) await wait(100);
  assert.equal(server.process.exitCode, null);
  assert.equal((await fetch(`${server.local}/healthz`)).status, 200);
  rmdirSync(file);
  renameSync(`${file}.away`, file);
  while (workersOf(server).length < 2 || (await fetch(`${server.local}/readyz`)).status !== 200) {
    await wait(100);
  }
});

test('a worker that is killed is replaced, and one that cannot start ends it all', async () => {
  const server = await startServer({ DATA_DIR: newDataDir(), WEB_CONCURRENCY: '2' });
  after(() => server.end());
  const workers = async () => {
    const seen = new Set<number>();
    for (let tries = 0; tries < 30; tries += 1) {
      seen.add(
        (await fetch(`${server.local}/healthz`, { headers: { Connection: 'close' } })).status,
      );
    }
    return [...seen];
  };
  assert.deepEqual(await workers(), [200]);
  const [victim] = workersOf(server);
  process.kill(Number(victim), 'SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.match(server.output(), /A worker ended \(SIGKILL\); another takes its place\./);
  assert.deepEqual(await workers(), [200]);
  await assert.rejects(
    startServer({
      DATA_DIR: newDataDir(),
      WEB_CONCURRENCY: '2',
      DATABASE_URL: (await newPostgres()).replace(/[^/]*$/, 'nowhere'),
    }),
    /exited with 1[\s\S]*Cannot migrate/,
  );
});

const workersOf = (server: RunningServer): string[] =>
  execFileSync('pgrep', ['-P', String(server.process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
