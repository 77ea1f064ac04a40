import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openStore } from '#server/store/open.ts';
import { contactDraft } from '../drafts.ts';
import { freePort } from '../free-port.ts';
import { createPostgres } from '../postgres.ts';
import { newFolder } from '../process/server.ts';
import { fullOrSample, isFullRun, reportFigures } from './attack.ts';

/** A PostgreSQL server for these tests alone, because they stop it. */
const postgres = await createPostgres();
after(() => postgres.remove());
const environment = {
  DATABASE_URL: postgres.url,
  DEMO_CONTENT: 'false',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
};

interface Outcome {
  acknowledged: string[];
  refused: number;
  withoutRetryAfter: number;
  /** The requests with an unexpected status or without a response. */
  odd: string[];
}

/** Sends messages and reads home until `stop` is called. */
function visit(url: string): { outcome: Outcome; stop(): Promise<void> } {
  const outcome: Outcome = { acknowledged: [], refused: 0, withoutRetryAfter: 0, odd: [] };
  let isOver = false;
  const look = (response: Response, good: number) => {
    if (response.status === 503) {
      outcome.refused += 1;
      if (!response.headers.get('retry-after')) outcome.withoutRetryAfter += 1;
    } else if (response.status !== good) outcome.odd.push(`${response.url} ${response.status}`);
    return response.status === good;
  };
  const send = async (number: number) => {
    const response = await fetch(`${url}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `key-${number}` },
      body: JSON.stringify({ ...contactDraft, subject: `Subject ${number}` }),
    });
    if (look(response, 201)) {
      outcome.acknowledged.push(((await response.json()) as { id: string }).id);
    } else await response.text();
  };
  let sent = Math.floor(Math.random() * 1e9);
  const sender = async () => {
    while (!isOver) {
      await send(sent++).catch((error) => outcome.odd.push(String(error)));
      await wait(fullOrSample(2, 10));
    }
  };
  const reader = async () => {
    while (!isOver) {
      const page = await fetch(url);
      // Home is cached, so the server must answer without the database too.
      if (page.status !== 200) outcome.odd.push(`/ ${page.status}`);
      await page.text();
      await wait(fullOrSample(5, 25));
    }
  };
  const visitors = [sender(), sender(), sender(), reader(), reader()];
  return {
    outcome,
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

test('a server starts while PostgreSQL is unavailable, and survives when PostgreSQL freezes or stops', async (t) => {
  if (!isFullRun) await migrate();
  const dataDir = newFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['dist/server/start.js'], {
    env: { PATH: process.env.PATH, ...environment, DATA_DIR: dataDir, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  after(() => child.kill('SIGKILL'));
  const [errorOutput] = await once(child.stderr, 'data');
  assert.match(
    String(errorOutput),
    /Cannot reach the PostgreSQL database: .*\nThe server tries again/,
  );
  await expectWaiting(url);
  await postgres.start();
  const ready = await untilReady(url);
  assert.ok(ready < 5000, `ready after ${Math.round(ready)} ms`);
  assert.deepEqual(readdirSync(dataDir), ['first-admin-password']);
  // Home is cached from here on.
  const home = await fetch(url);
  assert.equal(home.status, 200);
  await home.text();

  const frozen = await freeze(url);
  const stopped = await stopUnderLoad(url);
  assert.equal(child.exitCode, null, 'the server ended');
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  await postgres.stop();
  reportFigures(t, { 'ready after': `${Math.round(ready)} ms`, ...frozen, ...stopped });
});

/** Migrates the database, so that the server that waits for it has only the first admin to create. */
async function migrate(): Promise<void> {
  await postgres.start();
  await (await openStore({ databaseUrl: postgres.url, dataDir: '' })).close();
  await postgres.stop();
}

/** Checks the responses of a server that waits for its database. */
async function expectWaiting(url: string): Promise<void> {
  for (const path of ['/', '/api/apps', '/readyz', '/admin']) {
    const response = await fetch(url + path, { headers: { Accept: 'text/html' } });
    assert.equal(response.status, 503, path);
    assert.ok(response.headers.get('retry-after'));
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.match(await response.text(), /does not answer yet/);
  }
  const api = await fetch(`${url}/api/apps`);
  assert.match(((await api.json()) as { error: string }).error, /not available just now/);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
}

/** Freezes PostgreSQL: the server must answer with the cached home, and be ready again soon after the thaw. */
async function freeze(url: string) {
  postgres.freeze();
  const began = performance.now();
  assert.equal((await fetch(url)).status, 200);
  const pageAfter = performance.now() - began;
  assert.ok(pageAfter < 3000, `a page took ${Math.round(pageAfter)} ms`);
  assert.equal((await fetch(`${url}/readyz`)).status, 503);
  postgres.thaw();
  const ready = await untilReady(url);
  assert.ok(ready < 5000, `ready after ${Math.round(ready)} ms`);
  return {
    'page while frozen after': `${Math.round(pageAfter)} ms`,
    'ready after the thaw': `${Math.round(ready)} ms`,
  };
}

/** Stops and starts PostgreSQL while visitors send messages and read. No acknowledged message may be lost. */
async function stopUnderLoad(url: string) {
  const { outcome, stop } = visit(url);
  // Also stops the visitors after a failed assertion: they would keep the process alive.
  after(stop);
  const rounds = fullOrSample(20, 1);
  const away = fullOrSample(1500, 200);
  let slowest = 0;
  for (let round = 0; round < rounds; round += 1) {
    await wait(500);
    await postgres.stop('immediate');
    const refusedBefore = outcome.refused;
    await wait(away);
    const deadline = performance.now() + 10_000;
    while (outcome.refused === refusedBefore) {
      assert.ok(performance.now() < deadline, 'nobody was told that the database is away');
      await wait(20);
    }
    assert.equal((await fetch(`${url}/readyz`)).status, 503);
    const picture = await fetch(`${url}/pictures/${'0'.repeat(32)}-640x480.webp`);
    assert.equal(picture.status, 503, 'a picture');
    assert.ok(picture.headers.get('retry-after'));
    await picture.text();
    await postgres.start();
    slowest = Math.max(slowest, await untilReady(url));
  }
  await wait(fullOrSample(500, 200));
  await stop();
  assert.deepEqual(outcome.odd, []);
  assert.equal(outcome.withoutRetryAfter, 0);
  assert.ok(slowest < 5000, `ready after ${Math.round(slowest)} ms`);
  const saved = await subjectsAndIds();
  const lost = outcome.acknowledged.filter((id) => !saved.ids.has(id));
  assert.deepEqual(lost, []);
  assert.equal(saved.ids.size, saved.subjects.size, 'a message is there twice');
  return {
    stops: rounds,
    acknowledged: outcome.acknowledged.length,
    lost: lost.length,
    'told to come back': outcome.refused,
    'slowest return': `${Math.round(slowest)} ms`,
  };
}

async function subjectsAndIds() {
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
