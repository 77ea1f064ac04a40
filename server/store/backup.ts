import { createHash } from 'node:crypto';
import { type Insertable, type Kysely, sql } from 'kysely';
import { bytesOf, checkRow, isBackedUp, type Row, rowsAtOnce, writtenRow } from './backup-row.ts';
import { migrationNames } from './migrations/migrations.ts';
import type { AnyDb } from './migrations/schema.ts';
import { StoreError } from './store.ts';
import { type Tables, tableNames, tables, tablesWith } from './tables.ts';

/**
 * The lines of a backup, each a JSON value: a header, every row of the tables that are not left out, and at the end the number of rows and
 * their SHA-256. The format does not depend on the engine: a backup of SQLite can be restored into PostgreSQL.
 */

/** Backups of earlier versions hold rows of these tables: they are counted, but not restored. */
const leftOut: string[] = tablesWith('isLeftOut');
const backedUp = tableNames.filter((name) => !leftOut.includes(name));

const format = 1;
const damaged = 'The backup is damaged or ends early. Nothing was restored.';

/** All lines of one moment: `snapshot` is a transaction that does not see later writes. */
export async function* backupLines(snapshot: Kysely<Tables>, now: Date): AsyncGenerator<string> {
  const migrations = await appliedMigrations(snapshot);
  yield `${JSON.stringify({ fledge: format, at: now.toISOString(), migrations })}\n`;
  const hash = createHash('sha256');
  let rows = 0;
  // A database of an older version lacks the tables and columns that were added since.
  for (const table of await tablesIn(snapshot)) {
    const pageSize = rowsAtOnce(table);
    for (let from = 0; ; from += pageSize) {
      const page = await snapshot
        .selectFrom(table)
        .selectAll()
        .orderBy(sql.raw(bytesOf(table).length > 0 ? '1, 2, 3' : '1, 2'))
        .limit(pageSize)
        .offset(from)
        .execute();
      for (const row of page) {
        if (isStaffAnswer(table, row)) continue;
        rows += 1;
        const line = `${JSON.stringify({ table, row: writtenRow(table, row) })}\n`;
        hash.update(line);
        yield line;
      }
      if (page.length < pageSize) break;
    }
  }
  yield `${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`;
}

/** Saved answers to staff hold people's data, and belong to requests of the last day. */
const isStaffAnswer = (table: string, row: object) =>
  table === 'idempotency_keys' && 'scope' in row && String(row.scope).startsWith('staff ');

/** Returns the last migration that the backup was made after: its rows fit there. */
export function readHead(line: string): string {
  const { fledge, migrations } = parse(line);
  if (!fledge || !Array.isArray(migrations)) throw new StoreError('This is not a backup.');
  const isOurs = migrations.every((name, number) => name === migrationNames[number]);
  const last = migrationNames[migrations.length - 1];
  if (fledge !== format || !isOurs || !last) {
    throw new StoreError(
      'This backup was made by a newer version, or was edited. Nothing was restored.',
    );
  }
  return last;
}

/**
 * Puts the rows into the empty tables behind `tx`, and returns how many. Throws, so that the transaction leaves them
 * empty, when a row does not fit or the lines are damaged, end early or go on after the end.
 */
export async function restoreLines(
  tx: Kysely<Tables>,
  lines: AsyncIterable<string>,
): Promise<number> {
  await makeRoom(tx);
  const columns = await columnsIn(tx);
  const hash = createHash('sha256');
  let rows = 0;
  let restored = 0;
  let isWhole = false;
  let page: Row[] = [];
  for await (const line of lines) {
    if (isWhole) throw new StoreError(damaged);
    const value = parse(line);
    if ('sha256' in value) {
      if (value.rows !== rows || value.sha256 !== hash.digest('hex')) throw new StoreError(damaged);
      isWhole = true;
      continue;
    }
    hash.update(`${line}\n`);
    rows += 1;
    if (leftOut.includes(String(value.table))) continue;
    const row = checkRow(value, columns);
    if (page[0]?.table !== row.table || page.length === rowsAtOnce(row.table)) {
      await insertPage(tx, page);
      page = [];
    }
    page.push(row);
    restored += 1;
  }
  if (!isWhole) throw new StoreError(damaged);
  await insertPage(tx, page);
  return restored;
}

async function insertPage(tx: Kysely<Tables>, page: Row[]): Promise<void> {
  const table = page[0]?.table as keyof Tables | undefined;
  if (!table) return;
  // Inserting the other rows has incremented these counts.
  if (table === 'content_versions') await tx.deleteFrom(table).execute();
  await tx
    .insertInto(table)
    .values(page.map(({ row }) => row) as unknown as Insertable<Tables[typeof table]>[])
    .execute();
}

/** Deletes the rows that every new database has. Refuses a database that has more. */
async function makeRoom(db: Kysely<Tables>): Promise<void> {
  for (const table of await tablesIn(db)) {
    const row = await db.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    if (!row) continue;
    if (!('isNeverEmpty' in tables[table])) {
      throw new StoreError(
        'There is data here already. Restore into an empty database or DATA_DIR.',
      );
    }
    await db.deleteFrom(table).execute();
  }
}

async function tablesIn(db: Kysely<Tables>) {
  const there = await columnsIn(db);
  return backedUp.filter((name) => there.has(name));
}

/** The columns of each table of a backup that this database has. */
async function columnsIn(db: Kysely<Tables>): Promise<Map<string, string[]>> {
  const names = new Set<string>(backedUp);
  const found = (await db.introspection.getTables()).filter(({ name }) => names.has(name));
  return new Map(
    found.map(({ name, columns }) => [name, columns.map((each) => each.name).filter(isBackedUp)]),
  );
}

async function appliedMigrations(db: AnyDb): Promise<string[]> {
  const rows = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

function parse(line: string): Record<string, unknown> {
  try {
    const value = JSON.parse(line);
    if (value !== null && typeof value === 'object') return value;
  } catch {}
  throw new StoreError(damaged);
}
