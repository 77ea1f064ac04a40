import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { makeFolder } from '../make-folder.ts';
import { makeOwnerOnly, withOwnerOnlyUmask } from '../owner-only.ts';
import { groupCommits } from './group-commit.ts';
import { migrate } from './migrations/migrations.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';
import { matchTitlesSqlite, searchSqlite } from './sqlite-search.ts';
import { openOnThread } from './sqlite-thread.ts';
import { type Store, StoreError } from './store.ts';
import type { Tables } from './tables.ts';
import { findTitles } from './titles.ts';
import { toVersions, type Versions } from './versions.ts';

/** The time for which a statement waits for the write of another process, in milliseconds. */
const busyTimeout = 5000;
/** How long a start waits for the migrations of another process, in milliseconds. */
const migrationTimeout = 5 * 60_000;

/** Opens the SQLite file in WAL mode, with an fsync at every commit. Several processes may share the file. */
export async function openSqlite(dataDir: string, upTo?: string): Promise<Store> {
  const file = fileIn(dataDir);
  const watcher = openFile(dataDir, file);
  const condition = watchFile(file);
  const open = (isReadOnly: boolean) =>
    openOnThread({ file, isReadOnly, busyTimeout }, condition.note);
  const db = new Kysely<Tables>({
    dialect: nodeSqliteDialect({ writer: open(false), reader: open(true) }),
  });
  const long = open(true);
  const longReads = new Kysely<Tables>({
    dialect: nodeSqliteDialect({ writer: long, reader: long, begin: 'deferred' }),
  });
  const close = async () => {
    watcher.close();
    await longReads.destroy();
    await db.destroy();
  };
  await migrateInTurn(db, upTo).catch(async (error) => {
    await close();
    throw new StoreError(`Cannot migrate ${file}: ${reason(error)}`);
  });
  return {
    engine: 'sqlite',
    db,
    write: groupCommits(db),
    longReads,
    search: searchSqlite(longReads),
    findTitles: findTitles(longReads, matchTitlesSqlite),
    hasSearchIndex: true,
    versions: watchVersions(watcher),
    ping: async () => {
      await db.selectFrom('locks').select('name').limit(1).execute();
      condition.check();
    },
    pools: () => [],
    isTemporary,
    close,
  };
}

async function migrateInTurn(db: Kysely<Tables>, upTo: string | undefined): Promise<void> {
  const setBusyTimeout = (milliseconds: number) =>
    sql`pragma busy_timeout = ${sql.lit(milliseconds)}`.execute(db);
  await setBusyTimeout(migrationTimeout);
  await migrate(db, 'sqlite', upTo);
  await setBusyTimeout(busyTimeout);
}

/** Runs `work` on a snapshot of the database, without blocking writers. */
export async function readSqlite<Value>(
  dataDir: string,
  work: (snapshot: Kysely<Tables>) => Promise<Value>,
): Promise<Value> {
  const file = fileIn(dataDir);
  if (!existsSync(file)) throw new StoreError(`There is no database ${file}.`);
  const reader = openOnThread({ file, isReadOnly: true, busyTimeout });
  const db = new Kysely<Tables>({
    dialect: nodeSqliteDialect({ writer: reader, reader, begin: 'deferred' }),
  });
  try {
    return await db.transaction().execute(work);
  } finally {
    await db.destroy();
  }
}

const fileIn = (dataDir: string) => path.join(dataDir, 'fledge.db');

/**
 * Returns a function that reads the content versions. The function queries the table only if `pragma data_version` has
 * changed: another connection, of any process, has committed. The pragma takes microseconds.
 */
function watchVersions(database: DatabaseSync): () => Versions {
  const ask = database.prepare('pragma data_version');
  // Prepared on first use: an older database that is being restored does not have the table yet.
  let read: StatementSync | undefined;
  let lastDataVersion: unknown;
  let versions: Versions;
  return () => {
    const { data_version } = ask.get() as { data_version: number };
    if (data_version !== lastDataVersion) {
      read ??= database.prepare('select topic, version from content_versions');
      versions = toVersions(read.all() as { topic: string; version: number }[]);
      lastDataVersion = data_version;
    }
    return versions;
  };
}

/**
 * Creates the file if there is none, and switches it to WAL mode. Returns a read-only connection for `watchVersions`,
 * the only connection that stays open on this thread.
 */
function openFile(dataDir: string, file: string): DatabaseSync {
  try {
    return withOwnerOnlyUmask(() => {
      makeFolder(dataDir);
      // Check for the WAL before the file: another process that is starting creates the file first, so its WAL cannot
      // look left over.
      const hasLog = existsSync(`${file}-wal`);
      if (!existsSync(file)) {
        if (hasLog) throw new Error(orphanedLog);
        createFile(file);
      }
      // A failed copy may have left an empty file, in which SQLite would silently start a new database.
      if (statSync(file).size === 0) {
        throw new Error(
          'the file is empty. Restore a backup, or delete it with its -wal and -shm to start a new site.',
        );
      }
      const database = new DatabaseSync(file, { timeout: busyTimeout });
      switchToWal(database);
      const watcher = new DatabaseSync(file, { readOnly: true, timeout: 250 });
      // These reads make `watcher` open the WAL. Otherwise `database.close()` would delete the WAL, and another thread
      // would create it again, outside of `withOwnerOnlyUmask`.
      watcher.prepare('pragma data_version').get();
      watcher.prepare('select count(*) from sqlite_schema').get();
      for (const each of [file, `${file}-wal`, `${file}-shm`]) makeOwnerOnly(each);
      database.close();
      return watcher;
    });
  } catch (error) {
    throw new StoreError(`Cannot open the database ${file}: ${reason(error)}`);
  }
}

/** The error for a WAL without a database. SQLite would apply this WAL to a new database. */
const orphanedLog =
  'the file is missing, but its log (-wal) is there. Put the file back, or delete the -wal and -shm to start a new site.';

/**
 * Creates a database file. The file gets its final name only when it has content: a process that is killed leaves no
 * empty file under this name. If several processes start together, the file of the first one stays.
 */
function createFile(file: string): void {
  const made = `${file}.${process.pid}.new`;
  rmSync(made, { force: true });
  const database = new DatabaseSync(made);
  switchToWal(database);
  database.close();
  try {
    linkSync(made, file);
  } catch (error) {
    if (existsSync(file)) return;
    const { code = '' } = error as { code?: string };
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw error;
    // The file system has no hard links. Processes that start together may replace each other's file here.
    renameSync(made, file);
  } finally {
    rmSync(made, { force: true });
  }
}

/**
 * Watches the condition of the open file. `check` throws if the file was deleted or replaced, or if `note` has received
 * an error that shows damage. SQLite itself continues to write to a deleted file, and these writes are lost.
 */
function watchFile(file: string) {
  const identity = () => {
    const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
    return stat && `${stat.dev} ${stat.ino}`;
  };
  const opened = identity();
  let isDamaged = false;
  return {
    note(error: unknown) {
      const { errcode = 0 } = error as { errcode?: number };
      if (damageCodes.has(errcode & 0xff)) isDamaged = true;
    },
    check() {
      if (isDamaged) throw new StoreError('The database file is damaged.');
      if (identity() !== opened) throw new StoreError('The database file was deleted or replaced.');
    },
  };
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. `& 0xff` reduces an extended error code to its primary code. */
const damageCodes = new Set([11, 26]);

/**
 * Switches to WAL mode. SQLite's busy timeout does not cover this statement, so it is repeated while it fails with
 * SQLITE_BUSY (5), for example because another process is starting. `Atomics.wait` sleeps synchronously.
 */
function switchToWal(database: DatabaseSync): void {
  for (let waited = 0; ; waited += 20) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== 5 || waited >= busyTimeout) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Primary codes of errors that may be temporary: busy, locked, input/output error, disk full, cannot open. */
const temporaryCodes = new Set([5, 6, 10, 13, 14]);

function isTemporary(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' && temporaryCodes.has(code & 0xff);
}
