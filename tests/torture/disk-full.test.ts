import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { contactDraft } from '../drafts.ts';
import { startApi } from '../harness.ts';
import { startServer } from '../process/server.ts';
import { copySqliteTemplate, demoFolder, templateAdmin } from '../template-copies.ts';
import { type EngineName, engines, fullOrSample, newDatabaseEnv, reportFigures } from './attack.ts';
import { fill, smallDisk } from './small-disk.ts';

/** The message is random, because PostgreSQL would compress any other text. */
const message = { ...contactDraft, message: randomBytes(2000).toString('hex') };

test('a database that may not grow, SQLite', async (t) => {
  const { store, call, userWithToken } = await startApi({}, 'SQLite');
  const { token } = await userWithToken('admin');
  const limit = async (pages: number) => {
    await sql.raw(`pragma max_page_count = ${pages}`).execute(store.db);
  };
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db);
  const pages = rows[0]?.page_count ?? 0;
  const acknowledged: string[] = [];
  const send = async () => {
    const { status, body, headers } = await call('POST', '/api/contact', { body: message });
    if (status === 201) acknowledged.push(body.id);
    else assert.ok(headers.get('retry-after'));
    return status;
  };
  const rounds = fullOrSample(100, 2);
  for (let round = 1; round <= rounds; round += 1) {
    await limit(pages + round * 20);
    let status = 201;
    for (let sent = 0; status === 201 && sent < 100; sent += 1) status = await send();
    assert.equal(status, 503);
    const { status: read, body } = await call('GET', '/api/admin/contacts', { token });
    assert.equal(read, 200);
    assert.equal(body.length, acknowledged.length);
  }
  await limit(1_000_000);
  assert.equal(await send(), 201);
  const { body } = await call('GET', '/api/admin/contacts', { token });
  const storedIds = new Set(body.map(({ id }: { id: string }) => id));
  assert.deepEqual(storedIds, new Set(acknowledged));
  reportFigures(t, { rounds, acknowledged: acknowledged.length, lost: 0 });
});

/** Returns the settings of a server whose database is on this disk. */
async function locationOn(disk: string, engine: EngineName): Promise<Record<string, string>> {
  if (engine === 'SQLite') {
    copySqliteTemplate(disk, demoFolder);
    return { DATA_DIR: disk };
  }
  const location = await newDatabaseEnv(engine);
  const folder = path.join(disk, 'tables');
  mkdirSync(folder);
  // PostgreSQL runs as user 65534 when root starts it: see tests/postgres.ts.
  chownSync(folder, 65534, 65534);
  const database = path.basename(new URL(location.DATABASE_URL ?? '').pathname);
  // A database can be moved only through a connection to another database.
  const client = new pg.Client(process.env.TEST_POSTGRES_URL);
  await client.connect();
  await client.query(`create tablespace small location '${folder}'`);
  await client.query(`alter database ${database} set tablespace small`);
  await client.end();
  return location;
}

for (const engine of engines) {
  const disk = smallDisk('32m');
  // Mounting needs root. Without root, only the test above covers a full database.
  if (!disk) continue;
  test(`a disk that is full, ${engine}`, async (t) => {
    const server = await startServer({
      ...(await locationOn(disk, engine)),
      ADMIN_PASSWORD: templateAdmin.password,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    });
    const json = { 'Content-Type': 'application/json' };
    const post = (address: string, body: unknown) =>
      fetch(server.url + address, { method: 'POST', headers: json, body: JSON.stringify(body) });
    const login = await post('/api/admin/login', templateAdmin);
    const { token } = (await login.json()) as { token: string };
    const contacts = async () => {
      const headers = { Authorization: `Bearer ${token}` };
      const response = await fetch(`${server.url}/api/admin/contacts`, { headers });
      assert.equal(response.status, 200);
      return (await response.json()) as { id: string }[];
    };
    const acknowledged: string[] = [];
    let slowest = 0;
    const send = async () => {
      const began = performance.now();
      const response = await post('/api/contact', message);
      if (response.status === 201) {
        acknowledged.push(((await response.json()) as { id: string }).id);
      } else {
        slowest = Math.max(slowest, performance.now() - began);
        assert.ok(response.headers.get('retry-after'));
        await response.text();
      }
      return response.status;
    };

    const filler = path.join(disk, 'filler');
    const rounds = fullOrSample(20, 1);
    for (let round = 0; round < rounds; round += 1) {
      assert.equal(await send(), 201);
      fill(filler);
      let status = 201;
      for (let sent = 0; status === 201 && sent < 500; sent += 1) status = await send();
      assert.equal(status, 503);
      for (let again = 0; again < 5; again += 1) await send();
      for (const address of ['/', '/ideas', '/api/apps', '/readyz']) {
        assert.equal((await fetch(server.url + address)).status, 200, address);
      }
      assert.ok((await contacts()).length >= acknowledged.length);
      rmSync(filler);
      assert.equal(await send(), 201, 'there is space again');
    }
    assert.ok(slowest < 2000, `refused after ${Math.round(slowest)} ms`);
    const storedIds = new Set((await contacts()).map(({ id }) => id));
    const lost = acknowledged.filter((id) => !storedIds.has(id));
    assert.deepEqual(lost, []);
    await server.end();
    reportFigures(t, {
      rounds,
      acknowledged: acknowledged.length,
      lost: lost.length,
      'slowest refusal': `${Math.round(slowest)} ms`,
    });
  });
}
