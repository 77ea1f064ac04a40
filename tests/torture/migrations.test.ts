import assert from 'node:assert/strict';
import { cpSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type AnyDb, type Migration, schemaOf } from '#server/store/migrations/schema.ts';
import { openStore } from '#server/store/open.ts';
import { nodeSqliteDialect } from '#server/store/sqlite-dialect.ts';
import { openOnThread } from '#server/store/sqlite-thread.ts';
import { newDatabase } from '../harness.ts';
import {
  type EngineName,
  enginesToAttack,
  fullOrSample,
  reportFigures,
  seededRandom,
} from './attack.ts';
import {
  type Ask,
  type DatabaseLocation,
  inspect,
  killStarting,
  newLocation,
  start,
} from './location.ts';

/** All migrations in order. Each is the only export of a file, whose name is the name of the migration. */
const migrations = await Promise.all(
  globSync('server/store/migrations/[0-9]*.ts')
    .toSorted()
    .map(async (file) => {
      const found = Object.values(await import(path.resolve(file))) as Migration[];
      assert.equal(found.length, 1, file);
      return { name: path.basename(file, '.ts'), up: found[0] as Migration };
    }),
);
const names = migrations.map(({ name }) => name);
const knownSchemas = new Map<string, Promise<string[]>>();

for (const engine of enginesToAttack('SQLite')) {
  test(`a server is killed while it migrates, ${engine}`, async (t) => {
    const kills = fullOrSample(50, 1);
    const random = seededRandom();
    const window = await measureWindow(engine);
    const roundsByCount = new Map<number, number>();
    for (let round = 0; round < kills; round += 1) {
      const location = await newLocation(engine, {}, newDatabase);
      await killStarting(location, async () => {
        const began = await waitUntilOpened(location);
        // Busy-waits, because a timer is not precise enough.
        const moment = began + random() * window;
        while (performance.now() < moment) await nextTurn();
      });
      await waitUntilClosed(location);
      const { applied, schema } = await lookAtCopy(location);
      assert.deepEqual(applied, names.slice(0, applied.length));
      const expected = await schemaAfter(engine, applied.length);
      assert.deepEqual(schema, expected, `after ${applied.length} migrations`);
      roundsByCount.set(applied.length, (roundsByCount.get(applied.length) ?? 0) + 1);

      await (await openStore(databaseOf(location))).close();
      assert.deepEqual(await inspect(location, describe), await stateAfterAll(engine));
    }
    const counts = [...roundsByCount].toSorted().map(([count, often]) => `${count} in ${often}`);
    reportFigures(t, {
      'kill points': kills,
      'within ms': Math.round(window),
      'migrations found': counts.join(' and '),
      'half done': 0,
      'failed openings': 0,
    });
  });
}

// server/store/store.test.ts starts several instances together on both engines.
for (const engine of enginesToAttack('PostgreSQL')) {
  test(`several servers start together on an empty database, ${engine}`, async (t) => {
    const rounds = fullOrSample(20, 1);
    const together = fullOrSample(5, 2);
    const complete = await stateAfterAll(engine);
    const demo = await demoCounts();
    for (let round = 0; round < rounds; round += 1) {
      const location = await newLocation(engine, { DEMO_CONTENT: 'true' }, newDatabase);
      const servers = await Promise.all(Array.from({ length: together }, () => start(location)));
      for (const { url } of servers) {
        assert.equal((await fetch(`${url}/readyz`)).status, 200);
        const apps = (await (await fetch(`${url}/api/apps`)).json()) as unknown[];
        assert.equal(apps.length, demo.apps);
      }
      const saying = (text: string) => servers.filter((server) => server.output().includes(text));
      assert.equal(saying('filled with demo content').length, 1);
      assert.equal(saying('The first admin is').length, 1);
      await inspect(location, async (ask) => {
        assert.deepEqual(await describe(ask), complete);
        assert.equal((await ask('select id from users')).length, 1);
        for (const [table, count] of Object.entries(demo)) {
          assert.equal((await ask(`select id from ${table}`)).length, count, table);
        }
      });
      for (const server of servers) {
        assert.deepEqual(await server.end(), { code: 0, signal: null });
      }
    }
    reportFigures(t, { rounds, 'servers each': together, 'failed starts': 0, 'done twice': 0 });
  });
}

/** Returns the number of rows of each kind in the demo content. */
async function demoCounts(): Promise<Record<string, number>> {
  const [pods, apps, log, posts, milestones, ideas, applications, contacts] = await Promise.all([
    import('#server/store/demo/pods.ts'),
    import('#server/store/demo/apps.ts'),
    import('#server/store/demo/log.ts'),
    import('#server/store/demo/posts.ts'),
    import('#server/store/demo/milestones.ts'),
    import('#server/store/demo/ideas.ts'),
    import('#server/store/demo/applications.ts'),
    import('#server/store/demo/contacts.ts'),
  ]);
  return {
    pods: pods.pods.length,
    apps: apps.apps.length,
    log_entries: Object.values(log.logs).flat().length,
    blogs: posts.posts.length,
    milestones: milestones.milestones.length,
    ideas: ideas.ideas.length,
    applications: applications.applications.length,
    contacts: contacts.contacts.length,
  };
}

/** The migrations that the database has recorded, and its real schema. */
interface State {
  applied: string[];
  schema: string[];
}

/** Excludes the two tables that Kysely creates before the first migration. */
const isOurs = (line: string) => !line.includes('kysely_');

async function describe(ask: Ask): Promise<State> {
  const isSqlite = await ask('select sqlite_version()').then(
    () => true,
    () => false,
  );
  const lines = await ask<{ line: string }>(isSqlite ? sqliteSchema : postgresSchema);
  const all = lines.map(({ line }) => line);
  const has = (table: string) => all.some((line) => line.startsWith(`table ${table} `));
  const rowsOf = async (table: string, column: string) =>
    has(table)
      ? (await ask<{ row: string }>(`select ${column} as row from ${table}`)).map(({ row }) => row)
      : [];
  return {
    applied: (await rowsOf('kysely_migration', 'name')).toSorted(),
    schema: [
      ...all.filter(isOurs),
      // Migrations insert the rows of these two tables.
      ...(await rowsOf('locks', 'name')),
      ...(await rowsOf('content_versions', 'topic')),
    ].toSorted(),
  };
}

const sqliteSchema = `select type || ' ' || name || ' ' || coalesce(sql, '') as line from sqlite_schema`;

const postgresSchema = `
  select 'table ' || table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable
      || ' ' || coalesce(column_default, '') as line
    from information_schema.columns where table_schema = 'public'
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select pg_get_functiondef(oid)
    from pg_proc where pronamespace = 'public'::regnamespace`;

const stateAfterAll = async (engine: EngineName): Promise<State> => ({
  applied: names,
  schema: await schemaAfter(engine, names.length),
});

/** Returns the schema after this number of migrations. */
function schemaAfter(engine: EngineName, count: number): Promise<string[]> {
  const key = `${engine} ${count}`;
  const schema = knownSchemas.get(key) ?? readSchema(engine, count);
  knownSchemas.set(key, schema);
  return schema;
}

async function readSchema(engine: EngineName, count: number): Promise<string[]> {
  const { databaseUrl, dataDir } = await newDatabase(engine);
  const location: DatabaseLocation = {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const db = databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir);
  for (const { up } of migrations.slice(0, count)) {
    await up(schemaOf(db, databaseUrl ? 'postgres' : 'sqlite'));
  }
  await db.destroy();
  const { schema } = await inspect(location, describe);
  assert.ok(count < migrations.length || schema.length > 30);
  return schema;
}

const openPostgres = (url: string): AnyDb =>
  new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
  });

function openSqlite(dataDir: string): AnyDb {
  const file = path.join(dataDir, 'fledge.db');
  new DatabaseSync(file).close();
  const open = () => openOnThread({ file, isReadOnly: false, busyTimeout: 0 });
  return new Kysely({
    dialect: nodeSqliteDialect({ writer: open(), reader: open() }),
  });
}

const databaseOf = ({ DATABASE_URL, DATA_DIR = '' }: DatabaseLocation) => ({
  databaseUrl: DATABASE_URL,
  dataDir: DATA_DIR,
});

/** Returns 1.3 times the median milliseconds that opening an empty database and applying all migrations takes. */
async function measureWindow(engine: EngineName): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < fullOrSample(5, 1); round += 1) {
    const location = await newLocation(engine, {}, newDatabase);
    const began = performance.now();
    const { close } = await openStore(databaseOf(location));
    took.push(performance.now() - began);
    await close();
  }
  const middle = took.toSorted((one, other) => one - other)[Math.floor(took.length / 2)] ?? 0;
  return 1.3 * middle;
}

const file = (location: DatabaseLocation) => path.join(location.DATA_DIR ?? '', 'fledge.db');

const otherConnections = `select pid from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Waits until a server has opened the database, and resolves with the time of that moment. */
async function waitUntilOpened(location: DatabaseLocation): Promise<number> {
  if (location.DATABASE_URL) {
    await inspect(location, async (ask) => {
      while ((await ask(otherConnections)).length === 0) await wait(1);
    });
  } else {
    while (!existsSync(file(location))) await wait(1);
  }
  return performance.now();
}

/** Waits until PostgreSQL has closed the connections of the killed server. */
async function waitUntilClosed(location: DatabaseLocation): Promise<void> {
  if (!location.DATABASE_URL) return;
  await inspect(location, async (ask) => {
    while ((await ask(otherConnections)).length > 0) await wait(1);
  });
}

/** Describes the database. It opens a copy of an SQLite file, because the next start must recover the original. */
async function lookAtCopy(location: DatabaseLocation): Promise<State> {
  if (location.DATABASE_URL) return inspect(location, describe);
  const folder = mkdtempSync(path.join(tmpdir(), 'fledge-copy-'));
  try {
    cpSync(location.DATA_DIR ?? '', folder, { recursive: true });
    // SQLite recovers the copy only through a connection that can write.
    const recovering = new DatabaseSync(file({ DATA_DIR: folder }));
    recovering.exec('select * from sqlite_schema');
    recovering.close();
    return await inspect({ DATA_DIR: folder }, describe);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
