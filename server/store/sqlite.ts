import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { groupCommits } from './group-commit.ts';
import { migrate } from './migrations/migrations.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';
import { type Store, StoreError } from './store.ts';
import type { Tables } from './tables.ts';
import { toVersions, type Versions } from './versions.ts';

/** How long a writer waits for another process's write, in milliseconds. */
const patience = 5000;

/**
 * One file, in WAL mode, fsynced at every commit. Several processes may share it: a writer takes the
 * write lock when its transaction begins, and the others wait for it.
 */
export async function openSqlite(dataDir: string, upTo?: string): Promise<Store> {
  const file = fileIn(dataDir);
  const { writer, reader } = openFile(dataDir, file);
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect({ writer, reader, patience }) });
  await migrate(db, 'sqlite', upTo).catch(async (error) => {
    await db.destroy();
    throw new StoreError(`Cannot migrate ${file}: ${reason(error)}`);
  });
  return {
    engine: 'sqlite',
    db,
    write: groupCommits(db),
    versions: watch(reader),
    ping: async () => {
      await db.selectFrom('locks').select('name').limit(1).execute();
    },
    isAway,
    close: () => db.destroy(),
  };
}

/** One moment of it, for as long as `work` takes; whoever writes meanwhile goes on. */
export async function readSqlite<Value>(
  dataDir: string,
  work: (snapshot: Kysely<Tables>) => Promise<Value>,
): Promise<Value> {
  const file = fileIn(dataDir);
  if (!existsSync(file)) throw new StoreError(`There is no database ${file}.`);
  const reader = new DatabaseSync(file, { readOnly: true, timeout: patience });
  const db = new Kysely<Tables>({
    dialect: nodeSqliteDialect({ writer: reader, reader, patience, begin: 'deferred' }),
  });
  try {
    return await db.transaction().execute(work);
  } finally {
    reader.close();
  }
}

const fileIn = (dataDir: string) => path.join(dataDir, 'fledge.db');

/**
 * SQLite tells a connection that only reads, in a few microseconds, whether any other one has committed
 * since: of this process or of another one.
 */
function watch(database: DatabaseSync): () => Versions {
  const ask = database.prepare('pragma data_version');
  // Once it is asked for: an older database, opened to be filled, has no such table yet.
  let read: StatementSync | undefined;
  let seen: unknown;
  let versions: Versions;
  return () => {
    const { data_version } = ask.get() as { data_version: number };
    if (data_version !== seen) {
      read ??= database.prepare('select topic, version from content_versions');
      versions = toVersions(read.all() as { topic: string; version: number }[]);
      seen = data_version;
    }
    return versions;
  };
}

function openFile(dataDir: string, file: string) {
  try {
    mkdirSync(dataDir, { recursive: true });
    // Here nothing else is under way, so it may simply wait; afterwards the dialect waits politely.
    const writer = new DatabaseSync(file, { timeout: patience });
    switchToWal(writer);
    writer.exec('pragma synchronous = full');
    writer.exec('pragma foreign_keys = on');
    writer.exec('pragma busy_timeout = 5');
    return { writer, reader: new DatabaseSync(file, { readOnly: true, timeout: 250 }) };
  } catch (error) {
    throw new StoreError(`Cannot open the database ${file}: ${reason(error)}`);
  }
}

/** SQLite's own busy timeout does not cover this one, and two first starts may meet here. */
function switchToWal(database: DatabaseSync): void {
  for (let waited = 0; ; waited += 20) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== 5 || waited >= patience) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Busy, locked, out of space, input/output error, cannot open. */
const awayCodes = new Set([5, 6, 10, 13, 14]);

function isAway(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' && awayCodes.has(code & 0xff);
}
