import { createHash } from 'node:crypto';
import { type Insertable, type Kysely, sql } from 'kysely';
import {
  checkRow,
  isColumnBackedUp,
  keyPositions,
  pageSizeOf,
  type Row,
  toBackupRow,
} from './backup-row.ts';
import { migrationNames } from './migrations/migrations.ts';
import type { AnyDb } from './migrations/schema.ts';
import { StoreError } from './store.ts';
import { type Tables, tableNames, tables, tablesWith } from './tables.ts';

/**
 * Each line of a backup is a JSON value: first a header, then the rows, and at the end the number of rows and the
 * SHA-256 of their lines. A backup has the rows of all tables without `isLeftOut` (tables.ts), except responses to
 * staff in `idempotency_keys`. A backup of SQLite can be restored into PostgreSQL, and the reverse.
 */

/** Backups of earlier versions may have rows of these tables. The checksum includes them; a restore skips them. */
const leftOut: string[] = tablesWith('isLeftOut');
const backedUp = tableNames.filter((name) => !leftOut.includes(name));

const format = 1;
const damaged = 'The backup is damaged or ends early. Nothing was restored.';

/** Yields the lines of a backup. `snapshot` is a transaction that sees no later writes, so the rows are consistent. */
export async function* backupLines(snapshot: Kysely<Tables>, now: Date): AsyncGenerator<string> {
  const migrations = await appliedMigrations(snapshot);
  yield `${JSON.stringify({ fledge: format, at: now.toISOString(), migrations })}\n`;
  const hash = createHash('sha256');
  let rows = 0;
  // `tablesIn` leaves out tables that a database of an older version does not have yet.
  for (const table of await tablesIn(snapshot)) {
    const pageSize = pageSizeOf(table);
    for (let from = 0; ; from += pageSize) {
      const page = await snapshot
        .selectFrom(table)
        .selectAll()
        .orderBy(sql.raw(keyPositions(table)))
        .limit(pageSize)
        .offset(from)
        .execute();
      for (const row of page) {
        if (isStaffResponse(table, row)) continue;
        rows += 1;
        const line = `${JSON.stringify({ table, row: toBackupRow(table, row) })}\n`;
        hash.update(line);
        yield line;
      }
      if (page.length < pageSize) break;
    }
  }
  yield `${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`;
}

/** Backups leave out stored responses to staff: they contain personal data, and are used for only one day. */
const isStaffResponse = (table: string, row: object) =>
  table === 'idempotency_keys' && 'scope' in row && String(row.scope).startsWith('staff ');

/** Returns the last migration in the header of a backup. The rows fit a database that is migrated up to it. */
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
 * Inserts the rows into an empty database, and returns their number. `lines` are the lines after the header. Throws if
 * the database is not empty, a row does not fit its table, or the lines are damaged, end early or go on after the
 * checksum. After an error the caller must roll back the transaction.
 */
export async function restoreLines(
  tx: Kysely<Tables>,
  lines: AsyncIterable<string>,
): Promise<number> {
  await clearNewDatabase(tx);
  const columns = await columnsIn(tx);
  const hash = createHash('sha256');
  let rows = 0;
  let restored = 0;
  let isComplete = false;
  let page: Row[] = [];
  for await (const line of lines) {
    if (isComplete) throw new StoreError(damaged);
    const value = parse(line);
    if ('sha256' in value) {
      if (value.rows !== rows || value.sha256 !== hash.digest('hex')) throw new StoreError(damaged);
      isComplete = true;
      continue;
    }
    hash.update(`${line}\n`);
    rows += 1;
    if (leftOut.includes(String(value.table))) continue;
    const row = checkRow(value, columns);
    if (page[0]?.table !== row.table || page.length === pageSizeOf(row.table)) {
      await insertPage(tx, page);
      page = [];
    }
    page.push(row);
    restored += 1;
  }
  if (!isComplete) throw new StoreError(damaged);
  await insertPage(tx, page);
  return restored;
}

async function insertPage(tx: Kysely<Tables>, page: Row[]): Promise<void> {
  const table = page[0]?.table as keyof Tables | undefined;
  if (!table) return;
  await tx
    .insertInto(table)
    .values(page.map(({ row }) => row) as unknown as Insertable<Tables[typeof table]>[])
    .execute();
}

/** Empties tables that may have rows in a new database. Throws if another table that is in backups has rows. */
async function clearNewDatabase(db: Kysely<Tables>): Promise<void> {
  for (const table of await tablesIn(db)) {
    const row = await db.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    if (!row) continue;
    if (!('mayStartFilled' in tables[table])) {
      throw new StoreError(
        'There is data here already. Restore into an empty database or DATA_DIR.',
      );
    }
    await db.deleteFrom(table).execute();
  }
}

async function tablesIn(db: Kysely<Tables>) {
  const columns = await columnsIn(db);
  return backedUp.filter((name) => columns.has(name));
}

/** Maps the name of each backed-up table of this database to its columns, without `derivedColumns` (backup-row.ts). */
async function columnsIn(db: Kysely<Tables>): Promise<Map<string, string[]>> {
  const names = new Set<string>(backedUp);
  const existing = (await db.introspection.getTables()).filter(({ name }) => names.has(name));
  return new Map(
    existing.map(({ name, columns }) => [
      name,
      columns.map((each) => each.name).filter(isColumnBackedUp),
    ]),
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
