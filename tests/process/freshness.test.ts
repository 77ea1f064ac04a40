import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readlinkSync, renameSync, rmdirSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { blogDraft, ideaDraft } from '../drafts.ts';
import { copySqliteTemplate } from '../template-copies.ts';
import { newFolder, type RunningServer, startServer } from './server.ts';

/** A write to any process shows in the very next read from any process. */

async function newPostgres(): Promise<string> {
  const server = process.env.TEST_POSTGRES_URL ?? '';
  const name = `fresh_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`create database ${name} template template1`);
  await client.end();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

function newSqlite(): string {
  const dataDir = newFolder();
  copySqliteTemplate(dataDir);
  return dataDir;
}

const quiet = { RATE_LIMITS: 'off', LOG_LEVEL: 'silent', DEMO_CONTENT: 'false' };
const password = 'correct horse';

const engines: Record<string, () => Promise<Record<string, string>>> = {
  SQLite: async () => ({ DATA_DIR: newSqlite() }),
  PostgreSQL: async () => ({ DATA_DIR: newFolder(), DATABASE_URL: await newPostgres() }),
};

for (const [engine, location] of Object.entries(engines)) {
  test(`two instances on one ${engine} show a write and a scheduled post in the very next read`, async () => {
    const env = { ...quiet, ...(await location()), ADMIN_PASSWORD: password };
    const servers = await Promise.all([startServer(env), startServer(env)]);
    after(() => Promise.all(servers.map((server) => server.end())));
    const addresses = servers.map(({ local }) => local);
    // The post is scheduled first, so that it is published during the writes.
    const expectPost = await scheduleAPost(addresses);
    await writeAndRead(addresses, 6);
    for (const address of addresses) await writeBetween(address);
    await expectPost();
  });
}

test('two workers of one server on PostgreSQL show a write in the very next read', async () => {
  const DATA_DIR = newFolder();
  const DATABASE_URL = await newPostgres();
  const server = await startServer({
    ...quiet,
    DATA_DIR,
    DATABASE_URL,
    WEB_CONCURRENCY: '2',
  });
  after(() => server.end());
  // Connections go to the workers in turn, so usually one of the two reads after a write reaches the other worker.
  await writeAndRead([server.local, server.local], 8);
  assert.equal(server.output().match(/ is at /g)?.length, 1, 'said once');
  assert.equal(server.output().match(/Its password is in /g)?.length, 1);
  assert.deepEqual(await server.end(), { code: 0, signal: null });
});

/** Asserts that each write is in the next read. Readers in the background keep responses cached all the time. */
async function writeAndRead(addresses: string[], rounds: number): Promise<void> {
  let isReading = true;
  const readers = addresses.map(async (address) => {
    while (isReading) {
      await (await fetch(`${address}/api/ideas`)).text();
      await wait(20);
    }
  });
  for (let round = 0; round < rounds; round += 1) {
    const title = `Round ${round} ${randomUUID()}`;
    const written = await fetch(`${addresses[round % addresses.length]}/api/ideas`, {
      method: 'POST',
      // A new connection for each request, so that every worker gets requests.
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
  isReading = false;
  await Promise.all(readers);
}

/** Writes while only a part of the headers of a read has arrived. The response must contain the write. */
async function writeBetween(address: string): Promise<void> {
  const { hostname, port } = new URL(address);
  for (let round = 0; round < 2; round += 1) {
    const title = `Between ${round} ${randomUUID()}`;
    const reader = connect(Number(port), hostname);
    reader.write('GET /api/ideas HTTP/1.1\r\nHost: localhost\r\n');
    // Caches the response without the write: if the cache answered with it, the test would fail.
    await (await fetch(`${address}/api/ideas`)).text();
    const writer = connect(Number(port), hostname);
    const body = JSON.stringify({ ...ideaDraft, title });
    writer.write(
      'POST /api/ideas HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await once(writer, 'data');
    reader.write('Connection: close\r\n\r\n');
    assert.ok((await text(reader)).includes(title), `round ${round}`);
    writer.destroy();
  }
}

test('a worker that cannot be replaced does not end the others, and is tried again', async () => {
  const dataDir = newSqlite();
  const server = await startServer({ ...quiet, DATA_DIR: dataDir, WEB_CONCURRENCY: '2' });
  after(() => server.end());
  const file = path.join(dataDir, 'fledge.db');
  const ended = () => server.output().match(/A worker ended/g)?.length ?? 0;
  await waitForWorkers(server, 2);
  // Processes that have the file open continue. A new process finds a folder instead of the file.
  renameSync(file, `${file}.away`);
  mkdirSync(file);
  const [victim] = workersOf(server);
  process.kill(Number(victim), 'SIGKILL');
  while (ended() < 2) await wait(100);
  assert.match(server.output(), /A worker ended \(SIGKILL\); another one is started\./);
  assert.equal(server.process.exitCode, null);
  assert.equal((await fetch(`${server.local}/healthz`)).status, 200);
  rmdirSync(file);
  renameSync(`${file}.away`, file);
  while (workersOf(server).length < 2 || (await fetch(`${server.local}/readyz`)).status !== 200) {
    await wait(100);
  }
});

test('a cluster whose workers cannot start ends', async () => {
  await assert.rejects(
    startServer({
      DATA_DIR: newFolder(),
      WEB_CONCURRENCY: '2',
      DATABASE_URL: (process.env.TEST_POSTGRES_URL ?? '').replace(/[^/]*$/, 'nowhere'),
    }),
    /exited with 1[\s\S]*Cannot migrate/,
  );
});

/**
 * Schedules a post on the first instance. The returned function waits until the post is published, and asserts that all
 * instances show it, also in responses that were cached without it.
 */
async function scheduleAPost(addresses: string[]): Promise<() => Promise<void>> {
  const [first = ''] = addresses;
  const call = async (method: string, url: string, body: object, token = '') => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    return (await fetch(first + url, { method, headers, body: JSON.stringify(body) })).json();
  };
  const { token } = await call('POST', '/api/admin/login', {
    username: 'admin',
    password,
  });
  const draft = { ...blogDraft, title: 'Punctual', tags: ['punctual'], publishedAt: null };
  const { id } = await call('POST', '/api/admin/manuscripts', draft, token);
  const time = Date.now() + 8000;
  const body = { scheduledFor: new Date(time).toISOString(), timeZone: 'Asia/Tokyo' };
  const path = `/api/admin/manuscripts/${id}/publication`;
  assert.equal((await call('PUT', path, body, token)).state, 'scheduled');
  const urls = [
    ...['/blog', '/blog/feed.xml', '/feed.xml', '/sitemap.xml', '/api/blogs', '/blog/punctual'],
    ...['/api/blogs?view=page&tag=punctual', '/api/search?q=punctual', '/blog?q=punctual'],
    '/blog/punctual/card.png',
  ].flatMap((each) => addresses.map((address) => address + each));
  const textOf = async (url: string) => (await fetch(url)).text();
  const urlsWithPost = async () => {
    const texts = await Promise.all(urls.map(textOf));
    // The sitemap has the URL of the post instead of its title, and card.png is a PNG once the post is published.
    return urls.filter((_, at) => /Punctual|\/blog\/punctual<|^.PNG/.test(texts[at] ?? ''));
  };
  assert.deepEqual(await urlsWithPost(), [], 'nowhere before its time');
  assert.ok(Date.now() < time, 'asked in time');
  return async () => {
    const justBefore = time - Date.now() - 500;
    if (justBefore > 0) await wait(justBefore);
    // Fills the caches with responses without the post.
    await urlsWithPost();
    while (!(await textOf(`${first}/api/blogs`)).includes('Punctual')) await wait(100);
    assert.ok(Date.now() >= time);
    assert.deepEqual(await urlsWithPost(), urls);
  };
}

/** Waits until `count` workers have opened the SQLite file and are ready. `startServer` waits for one worker only. */
async function waitForWorkers(server: RunningServer, count: number): Promise<void> {
  const hasOpened = (worker: string) =>
    readdirSync(`/proc/${worker}/fd`).some((number) => {
      try {
        return readlinkSync(`/proc/${worker}/fd/${number}`).endsWith('fledge.db');
      } catch {
        // The worker has closed this file descriptor since `readdirSync` listed it.
        return false;
      }
    });
  // Connections go to the workers in turn, so these requests reach all workers.
  const allAnswer = async () => {
    for (let each = 0; each < count * 5; each += 1) {
      const { status } = await fetch(`${server.local}/readyz`, {
        headers: { Connection: 'close' },
      });
      if (status !== 200) return false;
    }
    return true;
  };
  while (workersOf(server).filter(hasOpened).length < count || !(await allAnswer())) await wait(50);
}

const workersOf = (server: RunningServer): string[] =>
  execFileSync('pgrep', ['-P', String(server.process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
