import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { IdeaDraft } from '#contract/idea.ts';
import { importedSchemas } from '#contract/import.ts';
import { type PictureFormat, pictureFormats, picturePath } from '#contract/picture-path.ts';
import { collect } from '../../tests/collect.ts';
import { ideaDraft } from '../../tests/drafts.ts';
import { migratedDatabase, newDatabase, type TestDatabase } from '../../tests/harness.ts';
import { backUp, restore } from '../backup.ts';
import { readHead, restoreLines } from './backup.ts';
import { keyPositions } from './backup-row.ts';
import { fillWithDemo } from './demo.ts';
import { eraseSubmission } from './erase.ts';
import { automatic } from './history.ts';
import { listIdeas, newIdea } from './idea.ts';
import { importRows } from './import.ts';
import { undoImport } from './import-undo.ts';
import { migrationNames } from './migrations/migrations.ts';
import { openStore } from './open.ts';
import { readPictureFile, savePicture } from './picture.ts';
import { saveSubmission } from './receive.ts';
import { StoreError } from './store.ts';
import { tableNames, tablesWith } from './tables.ts';

const now = new Date('2026-11-15T10:00:00.000Z');
const location = await migratedDatabase();
const store = await openStore(location);
after(() => store.close());
await fillWithDemo(store.db, now);
const picture = { hash: 'ab'.repeat(16), width: 7, height: 5 };
const everyByte = Buffer.from(Array.from({ length: 300 }, (_, at) => at % 256));
await savePicture(
  store.db,
  picture.hash,
  {
    size: { width: 7, height: 5 },
    files: ['avif', 'webp'].map((format) => ({
      width: 7,
      format: format as PictureFormat,
      bytes: everyByte,
    })),
  },
  now,
);
const imported = importedSchemas.ideas.parse({ ...ideaDraft, title: 'From a table' });
const importer = { username: 'admin', now };
const { id: importId } = await importRows(
  store.db,
  {
    id: 'ab'.repeat(16),
    kind: 'ideas',
    fileName: 'form.csv',
    withDuplicates: false,
    count: 1,
    encoding: 'utf-8',
    separator: ',',
    fields: {},
    timeZone: 'UTC',
  },
  [{ row: 2, line: 2, draft: imported, hash: 'hash' }],
  importer,
);
const file = path.join(location.dataDir, 'backup.jsonl.gz');
await backUp(location, file, now);
const lines = gunzipSync(readFileSync(file)).toString().split('\n');
const tables = (await store.db.introspection.getTables()).map(({ name }) => name);
/** An empty database that several tests share. A refused restore leaves it empty. */
const spare = await migratedDatabase();
const { db, close } = await openStore(spare);
after(close);

/** Restores the lines after the header into `spare`, without a backup file. */
const restoreIntoSpare = (changed: string[]) =>
  db.transaction().execute((tx) => restoreLines(tx, Readable.from(changed.slice(1, -1))));

async function writeAndRestore(changed: string[], empty: TestDatabase) {
  const changedFile = path.join(empty.dataDir, 'changed.jsonl.gz');
  writeFileSync(changedFile, gzipSync(changed.join('\n')));
  return restore(empty, changedFile);
}

test('a restored backup shows the same pictures, and an import in it can be undone', async () => {
  const empty = await migratedDatabase();
  assert.equal(await restore(empty, file), lines.length - 3);
  const restored = await openStore(empty);
  for (const format of pictureFormats) {
    const bytes = await readPictureFile(restored.db, picturePath(picture, format));
    assert.ok(bytes && everyByte.equals(bytes), format);
  }
  const isThere = async () =>
    (await collect(listIdeas(restored.db))).some(({ title }) => title === 'From a table');
  assert.equal(await isThere(), true);
  await undoImport(restored.db, importId, importer);
  assert.equal(await isThere(), false);
  await restored.close();
});

test('a picture whose bytes are not base64 is not restored', async () => {
  const file = { ...rowOf('picture_files'), bytes: `*${everyByte.toString('base64')}` };
  const changed = editedBackup([row('picture_files', file)]);
  await assert.rejects(restoreIntoSpare(changed), /picture_files whose bytes does not fit/);
});

test('every table is in a backup, unless it is empty or has `isLeftOut`', () => {
  const saved = new Set(lines.slice(1, -2).map((line) => JSON.parse(line).table));
  const emptyTables = [
    'manuscripts',
    'revisions',
    'quarantine',
    'trash',
    'receipts',
    'messages',
    'erasures',
    'presses',
    'press_counts',
    'users',
    'recovery_codes',
    'mail_settings',
    'idempotency_keys',
  ];
  const leftOut: string[] = tablesWith('isLeftOut');
  assert.deepEqual(
    [...saved].toSorted(),
    tableNames.filter((name) => ![...emptyTables, ...leftOut].includes(name)).toSorted(),
  );
  assert.deepEqual(
    tableNames.toSorted(),
    // Excludes the tables of Kysely, and those of the search index on SQLite.
    tables.filter((name) => !/^kysely_|_(texts|titles)_(index|terms)/.test(name)).toSorted(),
  );
});

test('a backup does not have the hashed networks of visitors', async () => {
  const press = { idea_id: '1', kind: 'me-too', is_counted: 1, name: null, email: null };
  const hashes = { browser_hash: 'a browser', network_hash: 'a network' };
  await store.db
    .insertInto('presses')
    .values({ id: '1', ...press, ...hashes, created_at: now.toISOString() })
    .execute();
  const saved = path.join(location.dataDir, 'saved.jsonl.gz');
  await backUp(location, saved, now);
  const text = gunzipSync(readFileSync(saved)).toString();
  assert.match(text, /a browser/);
  assert.doesNotMatch(text, /a network/);
  await restore(await migratedDatabase(), saved);
});

test('a backup reads the rows of each table in the order of its whole primary key', async () => {
  const leftOut: string[] = tablesWith('isLeftOut');
  for (const table of tableNames.filter((name) => !leftOut.includes(name))) {
    const key =
      store.engine === 'sqlite'
        ? `select cid + 1 as position from pragma_table_info('${table}') where pk > 0`
        : `select attnum as position from pg_index join pg_attribute on attrelid = indrelid
             and attnum = any(indkey) where indisprimary and indrelid = '${table}'::regclass`;
    const { rows } = await sql.raw<{ position: number }>(key).execute(store.db);
    const positions = rows.map(({ position }) => position).toSorted((a, b) => a - b);
    assert.equal(keyPositions(table), positions.join(', '), table);
  }
});

/** Returns the lines of a backup with these rows and a matching checksum, as if somebody had edited a backup. */
function editedBackup(rows: object[], head = lines[0] ?? ''): string[] {
  const all = rows.map((row) => JSON.stringify(row));
  const hash = createHash('sha256');
  for (const line of all) hash.update(`${line}\n`);
  return [head, ...all, JSON.stringify({ rows: all.length, sha256: hash.digest('hex') }), ''];
}

const user = {
  id: '1',
  username: 'x',
  username_key: 'x',
  role: 'admin',
  password_hash: 'x',
  created_at: now.toISOString(),
  version: 1,
  sign_in_email: null,
  email_key: null,
  has_second_factor: 0,
};
const row = (table: string, values: object) => ({ table, row: values });
const rowOf = (table: string) =>
  JSON.parse(lines.find((line) => line.includes(`"table":"${table}"`)) ?? '').row;

test('sessions, rate limits and locks in a backup of an older version are not restored', async () => {
  const at = now.toISOString();
  const restored = await openStore(await migratedDatabase());
  const changed = editedBackup([
    row('users', user),
    row('sessions', { token_hash: 'x', user_id: '1', created_at: at, used_at: at }),
    row('rate_limits', { key: 'x', points: 5, ends_at: at }),
    row('locks', { name: 'users', turn: 7 }),
  ]);
  const rows = Readable.from(changed.slice(1, -1));
  const count = await restored.db.transaction().execute((tx) => restoreLines(tx, rows));
  assert.equal(count, 1);
  assert.equal((await restored.db.selectFrom('users').selectAll().execute()).length, 1);
  assert.deepEqual(await restored.db.selectFrom('sessions').selectAll().execute(), []);
  assert.deepEqual(await restored.db.selectFrom('rate_limits').selectAll().execute(), []);
  await restored.close();
});

/** Returns a validator for `assert.throws` and `assert.rejects`: a StoreError with a message of one line. */
const isRefusal = (change: string) => (error: Error) => {
  assert.ok(error instanceof StoreError, `${change}: ${error.stack}`);
  assert.match(error.message, /^[^\n]+(Nothing was restored|not a backup)\.$/, change);
  return true;
};

test('a backup is refused if its header does not list the first migrations of this version', () => {
  const head = JSON.parse(lines[0] ?? '');
  const heads: Record<string, unknown> = {
    'migrations that are no list': '001-initial',
    'migrations in another order': migrationNames.toReversed(),
    'migrations that leave one out': migrationNames.slice(1),
    'migrations that are no texts': [{ name: '001-initial' }],
    'no migrations': [],
  };
  for (const [change, migrations] of Object.entries(heads)) {
    assert.throws(() => readHead(JSON.stringify({ ...head, migrations })), isRefusal(change));
  }
});

test('a restore refuses rows that fit no table or follow the checksum, with a message of one line', async () => {
  const idea = { ...rowOf('ideas'), id: 'new' };
  const { version: _, ...lacking } = idea;
  const whole = editedBackup([row('ideas', idea)]);
  const changes: Record<string, string[]> = {
    'an unknown role': editedBackup([row('users', { ...user, role: 'root' })]),
    'an unknown status': editedBackup([row('ideas', { ...idea, status: 'gone' })]),
    'a list that is none': editedBackup([row('ideas', { ...idea, required_expertise: '{"a":1}' })]),
    'an unknown table': editedBackup([row('secrets', { id: 1 })]),
    'a table of the engine': editedBackup([row('kysely_migration', { name: 'x', timestamp: 'x' })]),
    'a column too many': editedBackup([row('ideas', { ...idea, more: 1 })]),
    'a column too few': editedBackup([row('ideas', lacking)]),
    'a value that is no text or number': editedBackup([row('ideas', { ...idea, title: { a: 1 } })]),
    'no row': editedBackup([{ table: 'ideas' }]),
    'rendered HTML': editedBackup([
      row('blogs', { ...rowOf('blogs'), id: 'b', uid: 'b', content_html: '<b>' }),
    ]),
    'a number': whole.with(1, '7'),
    'rows after the end': [...whole.slice(0, -1), JSON.stringify(row('users', user)), ''],
  };
  for (const [change, changed] of Object.entries(changes)) {
    await assert.rejects(restoreIntoSpare(changed), isRefusal(change));
  }
});

test('a refused row or a huge line undoes the whole restore, with a message of one line', async () => {
  const idea = { ...rowOf('ideas'), id: 'new' };
  const next = { ...idea, id: 'next' };
  const app = { ...rowOf('apps'), id: 'a', uid: 'a', pod_id: 'no' };
  const refusedRows: Record<string, object> = {
    'a value of another type': row('ideas', { ...next, version: 'many' }),
    'a null where none may be': row('ideas', { ...next, title: null }),
    'the same row twice': row('ideas', idea),
    'a pod that is not there': row('apps', app),
    'a line that is too long': row('ideas', { ...next, title: 'x'.repeat(17 * 1024 * 1024) }),
  };
  for (const [change, refused] of Object.entries(refusedRows)) {
    // The restore inserts the pod before it reaches the refused row. The rollback must remove the pod.
    const changed = editedBackup([row('pods', rowOf('pods')), row('ideas', idea), refused]);
    await assert.rejects(writeAndRestore(changed, spare), isRefusal(change));
    assert.deepEqual(await db.selectFrom('pods').select('id').execute(), [], change);
  }
});

test('only its owner can read a backup, also when an unfinished backup is in the same folder', async () => {
  const folder = path.join(location.dataDir, 'new folder');
  const next = path.join(folder, 'next.jsonl.gz');
  await backUp(location, next, now);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.equal(statSync(next).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder), ['next.jsonl.gz']);

  const later = path.join(folder, 'later.jsonl.gz');
  writeFileSync(`${later}.unfinished`, 'left behind', { mode: 0o644 });
  await backUp(location, later, now);
  assert.equal(statSync(later).mode & 0o777, 0o600);
  assert.equal(readFileSync(`${later}.unfinished`, 'utf8'), 'left behind');
});

test('a backup that ends early or was changed restores nothing', async () => {
  const whole = editedBackup(['pods', 'ideas'].map((table) => row(table, rowOf(table))));
  const without = whole.toSpliced(2, 1);
  const changed = whole.with(2, (whole[2] ?? '').replace('"version":1', '"version":7'));
  assert.notDeepEqual(changed, whole);
  const message = /damaged or ends early/;
  for (const damaged of [without, changed])
    await assert.rejects(restoreIntoSpare(damaged), message);
  for (const damaged of [lines.slice(0, 30), [...lines.slice(0, 9), '{"tab']]) {
    await assert.rejects(writeAndRestore(damaged, spare), message);
  }
  assert.deepEqual(await db.selectFrom('apps').selectAll().execute(), [], 'nothing is left');
  const empty = await migratedDatabase();
  assert.equal(await writeAndRestore(whole, empty), 2);
});

test('a restore refuses a file that is no backup or comes from a newer version, and says why', async () => {
  for (const odd of [['hello'], ['{}'], ['']]) {
    await assert.rejects(writeAndRestore(odd, spare), /not a backup|damaged/);
  }
  const newer = JSON.parse(lines[0] ?? '');
  for (const head of [
    { ...newer, fledge: 2 },
    { ...newer, migrations: [...migrationNames, '999-not-yet'] },
  ]) {
    const refused = writeAndRestore(lines.with(0, JSON.stringify(head)), spare);
    await assert.rejects(refused, /made by a newer version/);
  }
  await assert.rejects(
    restore(location, path.join(location.dataDir, 'nothing')),
    /There is no file/,
  );
});

test('a restore refuses a database that is not empty', async () => {
  const before = await collect(listIdeas(store.db));
  await assert.rejects(restore(location, file), /data here already/);
  assert.deepEqual(await collect(listIdeas(store.db)), before);

  const restoringBesideAnIdea = db.transaction().execute(async (tx) => {
    await tx.insertInto('ideas').values(rowOf('ideas')).execute();
    await restoreLines(tx, Readable.from(lines.slice(1, -1)));
  });
  await assert.rejects(restoringBesideAnIdea, /data here already/);
});

test('a backup never replaces another file', async () => {
  await assert.rejects(backUp(location, file, now), /already exists/);
});

test('a database of the first version can be backed up, and a restore migrates its backup', async () => {
  const old = await newDatabase();
  const before = await openStore(old, migrationNames[0]);
  const known = (await before.db.introspection.getTables())
    .find(({ name }) => name === 'ideas')
    ?.columns.map(({ name }) => name);
  const idea = Object.entries(rowOf('ideas')).filter(([name]) => known?.includes(name));
  await before.db
    .insertInto('ideas')
    .values(Object.fromEntries(idea) as never)
    .execute();
  await before.close();
  const earlier = path.join(old.dataDir, 'earlier.jsonl.gz');
  await backUp(old, earlier, now);
  const empty = await newDatabase();
  await restore(empty, earlier);
  const migrated = await openStore(empty);
  assert.equal((await collect(listIdeas(migrated.db))).length, 1);
  assert.deepEqual(await migrated.db.selectFrom('quarantine').selectAll().execute(), []);
  await migrated.close();
});

test('submissions that were erased after a backup are erased again when it is restored', async () => {
  const live = await migratedDatabase();
  const store = await openStore(live);
  const { kind, row } = newIdea(IdeaDraft.parse({ ...ideaDraft, title: 'To be forgotten' }), now);
  await store.write((tx) => saveSubmission(tx, { kind, row, answer: undefined }));
  const folder = path.join(live.dataDir, 'backups');
  const before = path.join(folder, 'before.jsonl.gz');
  await backUp(live, before, now);
  await store.write((tx) => eraseSubmission(tx, 'ideas', row.id, { username: 'ada', now }));
  await backUp(live, path.join(folder, 'after.jsonl.gz'), now);
  await store.close();
  assert.equal(statSync(path.join(folder, 'erased-ids')).mode & 0o077, 0);

  const empty = await migratedDatabase();
  await restore(empty, before);
  const restored = await openStore(empty);
  assert.deepEqual(await collect(listIdeas(restored.db)), []);
  assert.deepEqual(await restored.db.selectFrom('idea_texts').select('text').execute(), []);
  const erasure = await restored.db.selectFrom('history').selectAll().executeTakeFirst();
  assert.deepEqual([erasure?.what, erasure?.username], ['erased', automatic]);
  await restored.close();
});
