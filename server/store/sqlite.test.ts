import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { openSqlite } from './sqlite.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';
import { openOnThread } from './sqlite-thread.ts';
import type { Tables } from './tables.ts';

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
  assert.equal(await pragma('busy_timeout'), 5000);
  const { rows } = await sql<{ name: string; strict: number }>`
    select name, strict from pragma_table_list where type = 'table' and schema = 'main'`.execute(
    store.db,
  );
  const notStrict = rows.filter(({ name, strict }) => !strict && !/^(kysely|sqlite)_/.test(name));
  assert.deepEqual(notStrict, []);
  await store.close();
});

test('a start waits while another process migrates the database, for longer than a write', async () => {
  const location = path.join(folder, 'migrated');
  await (await openSqlite(location)).close();
  const other = new DatabaseSync(path.join(location, 'fledge.db'));
  other.exec('begin immediate');
  const started = openSqlite(location);
  const isFirst = await Promise.race([started.then(() => false), wait(5500, true)]);
  other.exec('commit');
  other.close();
  await (await started).close();
  assert.ok(isFirst, 'the start has not waited');
});

test('a write that waits for another process does not block the event loop', async () => {
  const location = path.join(folder, 'busy');
  const store = await openSqlite(location);
  const other = new DatabaseSync(path.join(location, 'fledge.db'));
  other.exec('begin immediate');
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
    if (ticks === 10) other.exec('commit');
  }, 10);
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

test('reads run while a write waits, and see only committed rows', async () => {
  const location = path.join(folder, 'reading');
  const store = await openSqlite(location);
  const other = new DatabaseSync(path.join(location, 'fledge.db'));
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
  // By now the insert of `mine` may have finished as well.
  assert.ok((await keys()).includes('not yet'));
  await writing;
  assert.deepEqual(await keys(), ['mine', 'not yet']);
  other.close();
  await store.close();
});

test('isTemporary is true for the error of a full disk in a transaction', async () => {
  const store = await openSqlite(path.join(folder, 'full'));
  await sql`pragma max_page_count = 60`.execute(store.db);
  const write = () =>
    store.db.transaction().execute(async (tx) => {
      for (let more = 0; more < 200; more += 1) {
        const row = { key: `${Math.random()}`, value: 'x'.repeat(4000) };
        await tx.insertInto('meta').values(row).execute();
      }
    });
  await assert.rejects(write(), (error) => store.isTemporary(error));
  await store.ping();
  assert.equal((await store.db.selectFrom('meta').select('key').execute()).length, 0);
  await store.close();
});

test('a failed rollback lets the next writer run, and leaves no transaction open', async () => {
  let failures = 1;
  const file = path.join(folder, 'rollback.db');
  const database = new DatabaseSync(file);
  database.exec('create table meta (key text, value text)');
  const connection = openOnThread({ file, isReadOnly: false, busyTimeout: 100 });
  const writer = {
    ...connection,
    rollBack: async () => {
      if (failures-- > 0) throw new Error('the rollback failed');
      await connection.rollBack();
    },
  };
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect({ writer, reader: connection }) });
  const insert = (into: Kysely<Tables>, key: string) =>
    into.insertInto('meta').values({ key, value: '' }).execute();
  const failing = db.transaction().execute(async (tx) => {
    await insert(tx, 'undone');
    throw new Error('the reason');
  });
  await assert.rejects(failing, /the reason/);
  await insert(db, 'kept');
  await db.transaction().execute((tx) => insert(tx, 'kept too'));
  const rows = database.prepare('select key from meta').all();
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['kept', 'kept too'],
  );
  await db.destroy();
  database.close();
});

test('a thread that ends is replaced, and its transaction fails', async () => {
  const file = path.join(folder, 'thread.db');
  new DatabaseSync(file).exec('create table meta (key text, value text)');
  const connection = openOnThread({ file, isReadOnly: false, busyTimeout: 100 });
  const db = new Kysely<Tables>({
    dialect: nodeSqliteDialect({ writer: connection, reader: connection }),
  });
  const insert = (into: Kysely<Tables>, key: string) =>
    into.insertInto('meta').values({ key, value: '' }).execute();
  /** A query for more text than the memory limit of the thread allows, so that V8 ends the thread. */
  const fill = sql`with recursive more(number) as (
    select 1 union all select number + 1 from more limit 1000
  ) select hex(zeroblob(250000)) from more`;
  let awayError: unknown;
  const writing = db.transaction().execute(async (tx) => {
    await insert(tx, 'first half');
    await fill.execute(tx).catch((error) => {
      awayError = error;
    });
    await insert(tx, 'second half');
  });
  await assert.rejects(writing, /thread of this transaction has ended/);
  assert.equal((awayError as { errcode?: number }).errcode, 10, 'worth another try');
  await insert(db, 'next');
  assert.deepEqual(await db.selectFrom('meta').select('key').execute(), [{ key: 'next' }]);
  await db.destroy();
});

test('a file that is not a database is refused with a clear message', async () => {
  writeFileSync(path.join(folder, 'fledge.db'), 'this is not a database, just some text');
  await assert.rejects(openSqlite(folder), /Cannot open the database .*fledge\.db: /);
});

test('an empty file is refused with a clear message, not used for a new database', async () => {
  const location = path.join(folder, 'empty');
  mkdirSync(location);
  writeFileSync(path.join(location, 'fledge.db'), '');
  await assert.rejects(openSqlite(location), /fledge\.db: the file is empty\. Restore a backup/);
});

test('no database is created if the file is missing but its WAL is there', async () => {
  const location = path.join(folder, 'lost');
  mkdirSync(location);
  writeFileSync(path.join(location, 'fledge.db-wal'), 'pages of another database');
  await assert.rejects(openSqlite(location), /the file is missing, but its log \(-wal\) is there/);
  assert.deepEqual(readdirSync(location), ['fledge.db-wal']);
});

test('a folder that cannot be created is reported with a clear message', async () => {
  await assert.rejects(
    openSqlite('/proc/nowhere/data'),
    /Cannot open the database \/proc\/nowhere/,
  );
});

test('ping rejects after the file was deleted or replaced', async () => {
  const location = path.join(folder, 'deleted');
  const file = path.join(location, 'fledge.db');
  const store = await openSqlite(location);
  await store.ping();
  renameSync(file, `${file}.away`);
  await assert.rejects(store.ping(), /was deleted or replaced/);
  writeFileSync(file, 'another');
  await assert.rejects(store.ping(), /was deleted or replaced/);
  renameSync(`${file}.away`, file);
  await store.ping();
  await store.close();
});

test('ping rejects after a query has read a damaged page', async () => {
  const location = path.join(folder, 'damaged');
  const file = path.join(location, 'fledge.db');
  await (await openSqlite(location)).close();
  const pages = readFileSync(file);
  const store = await openSqlite(location);
  const { rows } = await sql<{ rootpage: number }>`
    select rootpage from sqlite_schema where name = 'meta'`.execute(store.db);
  pages.fill(255, ((rows[0]?.rootpage ?? 0) - 1) * 4096, (rows[0]?.rootpage ?? 0) * 4096);
  writeFileSync(file, pages);
  await assert.rejects(store.db.selectFrom('meta').selectAll().execute(), /malformed/);
  await assert.rejects(store.ping(), /is damaged/);
  await store.close();
});

test('isTemporary is true for errors that may be temporary, and false for others', async () => {
  const { isTemporary, close } = await openSqlite(path.join(folder, 'errors'));
  for (const errcode of [5, 6, 10, 13, 14, 261, 778]) {
    assert.ok(isTemporary(Object.assign(new Error(), { errcode })), String(errcode));
  }
  for (const error of [new Error(), null, 'x', Object.assign(new Error(), { errcode: 19 })]) {
    assert.ok(!isTemporary(error));
  }
  await close();
});

test('the folder and the files of the database can be opened by their owner alone', async () => {
  const dataDir = path.join(folder, 'owner', 'data');
  const modes = () =>
    readdirSync(dataDir).map((name) => [name, statSync(path.join(dataDir, name)).mode & 0o777]);
  const files = ['fledge.db', 'fledge.db-shm', 'fledge.db-wal'];
  const ownerOnly = files.map((name) => [name, 0o600]);
  const before = process.umask(0o022);
  try {
    const store = await openSqlite(dataDir);
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    assert.deepEqual(modes(), ownerOnly);
    // Simulates files of an earlier version, which everybody could read.
    for (const name of files) chmodSync(path.join(dataDir, name), 0o644);
    const again = await openSqlite(dataDir);
    assert.deepEqual(modes(), ownerOnly);
    await again.close();
    await store.close();
  } finally {
    process.umask(before);
  }
});
