import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { contactDraft } from '../drafts.ts';
import { createPostgres } from '../postgres.ts';
import { newDataDir, startServer } from '../process/server.ts';
import { fullOrSample, reportFigures } from './attack.ts';

/** A PostgreSQL server for these tests alone, because they stop it. */
const postgres = await createPostgres();
after(() => postgres.remove());
const environment = { DATABASE_URL: postgres.url, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' };

interface Seen {
  acknowledged: string[];
  refused: number;
  withoutRetryAfter: number;
  /** The requests with an unexpected status or without a response. */
  odd: string[];
}

/** Sends messages and reads home until `stop` is called. */
function visit(url: string): { seen: Seen; stop(): Promise<void> } {
  const seen: Seen = { acknowledged: [], refused: 0, withoutRetryAfter: 0, odd: [] };
  let isOver = false;
  const look = (response: Response, good: number) => {
    if (response.status === 503) {
      seen.refused += 1;
      if (!response.headers.get('retry-after')) seen.withoutRetryAfter += 1;
    } else if (response.status !== good) seen.odd.push(`${response.url} ${response.status}`);
    return response.status === good;
  };
  const send = async (number: number) => {
    const response = await fetch(`${url}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `key-${number}` },
      body: JSON.stringify({ ...contactDraft, subject: `Subject ${number}` }),
    });
    if (look(response, 201)) {
      seen.acknowledged.push(((await response.json()) as { id: string }).id);
    } else await response.text();
  };
  let sent = Math.floor(Math.random() * 1e9);
  const sender = async () => {
    while (!isOver) {
      await send(sent++).catch((error) => seen.odd.push(String(error)));
      await wait(2);
    }
  };
  const reader = async () => {
    while (!isOver) {
      const page = await fetch(url);
      // Home is cached, so the server must answer without the database too.
      if (page.status !== 200) seen.odd.push(`/ ${page.status}`);
      await page.text();
      await wait(5);
    }
  };
  const visitors = [sender(), sender(), sender(), reader(), reader()];
  return {
    seen,
    async stop() {
      isOver = true;
      await Promise.all(visitors);
    },
  };
}

/** Returns the milliseconds until /readyz answers 200, or Infinity after 20 seconds. */
async function untilReady(url: string): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < 20_000) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.status === 200) return performance.now() - began;
    await wait(50);
  }
  return Number.POSITIVE_INFINITY;
}

test('PostgreSQL stopped and started under load', async (t) => {
  await postgres.start();
  const server = await startServer({ ...environment, DATA_DIR: newDataDir() });
  await (await fetch(server.url)).text();
  const { seen, stop } = visit(server.url);
  const rounds = fullOrSample(20, 1);
  let slowest = 0;
  for (let round = 0; round < rounds; round += 1) {
    await wait(500);
    await postgres.stop('immediate');
    const refusedBefore = seen.refused;
    await wait(1500);
    assert.ok(seen.refused > refusedBefore, 'nobody was told that the database is away');
    assert.equal((await fetch(`${server.url}/readyz`)).status, 503);
    await postgres.start();
    slowest = Math.max(slowest, await untilReady(server.url));
  }
  await wait(500);
  await stop();
  assert.deepEqual(seen.odd, []);
  assert.equal(seen.withoutRetryAfter, 0);
  assert.ok(slowest < 5000, `ready after ${Math.round(slowest)} ms`);
  const saved = await subjectsAndIds();
  const lost = seen.acknowledged.filter((id) => !saved.ids.has(id));
  assert.deepEqual(lost, []);
  assert.equal(saved.ids.size, saved.subjects.size, 'a message is there twice');
  assert.equal(server.process.exitCode, null, 'the server ended');
  await server.end();
  await postgres.stop();
  reportFigures(t, {
    stops: rounds,
    acknowledged: seen.acknowledged.length,
    lost: lost.length,
    'told to come back': seen.refused,
    'slowest return': `${Math.round(slowest)} ms`,
  });
});

async function subjectsAndIds() {
  const { default: pg } = await import('pg');
  const client = new pg.Client(postgres.url);
  await client.connect();
  const { rows } = await client.query(
    "select id, subject from contacts where subject like 'Subject %'",
  );
  await client.end();
  return {
    ids: new Set(rows.map(({ id }) => id)),
    subjects: new Set(rows.map(({ subject }) => subject)),
  };
}

test('PostgreSQL frozen under load', async (t) => {
  await postgres.start();
  const server = await startServer({ ...environment, DATA_DIR: newDataDir() });
  await (await fetch(server.url)).text();
  postgres.freeze();
  const began = performance.now();
  assert.equal((await fetch(server.url)).status, 200);
  const pageAfter = performance.now() - began;
  assert.ok(pageAfter < 3000, `a page took ${Math.round(pageAfter)} ms`);
  assert.equal((await fetch(`${server.url}/readyz`)).status, 503);
  postgres.thaw();
  const ready = await untilReady(server.url);
  assert.ok(ready < 5000);
  await server.end();
  await postgres.stop();
  reportFigures(t, {
    'page while frozen after': `${Math.round(pageAfter)} ms`,
    'ready after': `${Math.round(ready)} ms`,
  });
});

test('a server starts while PostgreSQL is unavailable', async (t) => {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['dist/server/start.js'], {
    env: { PATH: process.env.PATH, ...environment, DATA_DIR: newDataDir(), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  after(() => child.kill('SIGKILL'));
  const [said] = await once(child.stderr, 'data');
  assert.match(String(said), /Cannot reach the PostgreSQL database: .*\nThe server tries again/);
  for (const path of ['/', '/api/apps', '/readyz', '/admin']) {
    const response = await fetch(url + path, { headers: { Accept: 'text/html' } });
    assert.equal(response.status, 503, path);
    assert.ok(response.headers.get('retry-after'));
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.match(await response.text(), /does not answer yet/);
  }
  const asked = await fetch(`${url}/api/apps`);
  assert.match(((await asked.json()) as { error: string }).error, /not available just now/);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  await postgres.start();
  const ready = await untilReady(url);
  assert.ok(ready < 5000, `ready after ${Math.round(ready)} ms`);
  assert.equal((await fetch(url)).status, 200);
  const [code] = await (() => {
    child.kill('SIGTERM');
    return once(child, 'exit');
  })();
  assert.equal(code, 0);
  await postgres.stop();
  reportFigures(t, { 'ready after': `${Math.round(ready)} ms` });
});
