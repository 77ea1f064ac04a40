import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openSqlite } from './sqlite.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'fledge-sqlite-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('the file is in WAL mode, fsynced, with foreign keys and STRICT tables', async () => {
  const store = await openSqlite(path.join(folder, 'new', 'deep'));
  const pragma = async (name: string) => {
    const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(store.db);
    return Object.values(rows[0] ?? {})[0];
  };
  assert.equal(await pragma('journal_mode'), 'wal');
  assert.equal(await pragma('synchronous'), 2);
  assert.equal(await pragma('foreign_keys'), 1);
  const { rows } = await sql<{ name: string; strict: number }>`
    select name, strict from pragma_table_list where type = 'table' and schema = 'main'`.execute(
    store.db,
  );
  const loose = rows.filter(({ name, strict }) => !strict && !/^(kysely|sqlite)_/.test(name));
  assert.deepEqual(loose, []);
  await store.close();
});

test('a writer waits for another process without blocking its own', async () => {
  const place = path.join(folder, 'busy');
  const store = await openSqlite(place);
  const other = new DatabaseSync(path.join(place, 'fledge.db'));
  other.exec('begin immediate');
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 10);
  setTimeout(() => other.exec('commit'), 400);
  const meta = { key: 'waited', value: 'yes' };
  await Promise.all([
    store.db.insertInto('meta').values(meta).execute(),
    store.db.transaction().execute((tx) => tx.deleteFrom('meta').where('key', '=', 'x').execute()),
  ]);
  clearInterval(ticking);
  assert.ok(ticks >= 10, `the event loop ticked ${ticks} times`);
  assert.equal((await store.db.selectFrom('meta').select('key').execute()).length, 1);
  other.close();
  await store.close();
});

test('reads go on while a writer waits, and see what is committed', async () => {
  const place = path.join(folder, 'reading');
  const store = await openSqlite(place);
  const other = new DatabaseSync(path.join(place, 'fledge.db'));
  other.exec("begin immediate; insert into meta values ('not yet', '1')");
  let isWritten = false;
  const writing = store.db
    .insertInto('meta')
    .values({ key: 'mine', value: '1' })
    .execute()
    .then(() => {
      isWritten = true;
    });
  const keys = async () =>
    (await store.db.selectFrom('meta').select('key').orderBy('key').execute()).map(
      ({ key }) => key,
    );
  assert.deepEqual(await keys(), []);
  await store.ping();
  assert.equal(isWritten, false);
  other.exec('commit');
  assert.deepEqual(await keys(), ['not yet']);
  await writing;
  assert.deepEqual(await keys(), ['mine', 'not yet']);
  other.close();
  await store.close();
});

test('a disk that is full is told as such, also from within a transaction', async () => {
  const store = await openSqlite(path.join(folder, 'full'));
  await sql`pragma max_page_count = 60`.execute(store.db);
  const write = () =>
    store.db.transaction().execute(async (tx) => {
      for (let more = 0; more < 200; more += 1) {
        const row = { key: `${Math.random()}`, value: 'x'.repeat(4000) };
        await tx.insertInto('meta').values(row).execute();
      }
    });
  await assert.rejects(write(), (error) => store.isAway(error));
  await store.ping();
  assert.equal((await store.db.selectFrom('meta').select('key').execute()).length, 0);
  await store.close();
});

test('a file that is no database is refused in words', async () => {
  writeFileSync(path.join(folder, 'fledge.db'), 'this is not a database, just some text');
  await assert.rejects(openSqlite(folder), /Cannot open the database .*fledge\.db: /);
});

test('errors of a full or busy disk are worth another try; others are not', async () => {
  const { isAway, close } = await openSqlite(path.join(folder, 'errors'));
  for (const errcode of [5, 6, 10, 13, 14, 261, 778]) {
    assert.ok(isAway(Object.assign(new Error(), { errcode })), String(errcode));
  }
  for (const error of [new Error(), null, 'x', Object.assign(new Error(), { errcode: 19 })]) {
    assert.ok(!isAway(error));
  }
  await close();
});
