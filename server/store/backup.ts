import { createHash } from 'node:crypto';
import { type Insertable, type Kysely, sql } from 'kysely';
import { migrationNames } from './migrations/migrations.ts';
import type { AnyDb } from './migrations/schema.ts';
import { StoreError } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * A backup is text, one JSON value a line: what it is, every row of every table, and at the end how many there
 * were and their SHA-256. It says nothing about the engine, so what SQLite held can go on in PostgreSQL.
 */

/** What a row refers to stands before it; the counts of changes, which rows move, at the end. */
export const tables = [
  'locks',
  'meta',
  'pods',
  'apps',
  'blogs',
  'milestones',
  'ideas',
  'applications',
  'contacts',
  'quarantine',
  'users',
  'sessions',
  'idempotency_keys',
  'rate_limits',
  'content_versions',
] as const satisfies (keyof Tables)[];

/** What a new database holds before anybody has done anything. */
const always = new Set<string>(['locks', 'meta', 'content_versions']);

const format = 1;
const pageSize = 100;
const damaged = 'The backup is damaged or ends early. Nothing was restored.';

type Line =
  | { fledge: number; at: string; migrations: string[] }
  | Row
  | { rows: number; sha256: string };
type Row = { table: string; row: Record<string, string | number | null> };

/** Every line, from one moment: `snapshot` is a transaction that sees nothing of what others write. */
export async function* backupLines(snapshot: Kysely<Tables>, now: Date): AsyncGenerator<string> {
  const migrations = await appliedMigrations(snapshot);
  yield `${JSON.stringify({ fledge: format, at: now.toISOString(), migrations })}\n`;
  const hash = createHash('sha256');
  let rows = 0;
  // A database that a newer version has not met yet lacks what that has added.
  for (const table of await tablesIn(snapshot)) {
    for (let from = 0; ; from += pageSize) {
      const page = await snapshot
        .selectFrom(table)
        .selectAll()
        .orderBy(sql`1, 2`)
        .limit(pageSize)
        .offset(from)
        .execute();
      for (const row of page) {
        const line = `${JSON.stringify({ table, row })}\n`;
        hash.update(line);
        yield line;
      }
      rows += page.length;
      if (page.length < pageSize) break;
    }
  }
  yield `${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`;
}

/** The last migration that a backup was made after: where its rows fit. */
export function readHead(line: string): string {
  const head = parse(line);
  const last = 'fledge' in head && head.migrations.at(-1);
  if (!last) throw new StoreError('This is not a backup.');
  if (head.fledge !== format || !head.migrations.every((name) => migrationNames.includes(name))) {
    throw new StoreError('This backup was made by a newer version.');
  }
  return last;
}

/**
 * Puts every row into the empty tables behind `tx`. Throws, and so leaves them empty, where the lines are
 * damaged or end early.
 */
export async function restoreLines(
  tx: Kysely<Tables>,
  lines: AsyncIterable<string>,
): Promise<number> {
  await makeRoom(tx);
  const hash = createHash('sha256');
  let rows = 0;
  let isWhole = false;
  let page: Row[] = [];
  for await (const line of lines) {
    const value = parse(line);
    if ('table' in value) {
      hash.update(`${line}\n`);
      rows += 1;
      if (page[0]?.table !== value.table || page.length === pageSize) {
        await insertPage(tx, page);
        page = [];
      }
      page.push(value);
    } else if ('sha256' in value) {
      isWhole = value.rows === rows && value.sha256 === hash.digest('hex');
    }
  }
  if (!isWhole) throw new StoreError(damaged);
  await insertPage(tx, page);
  return rows;
}

async function insertPage(tx: Kysely<Tables>, page: Row[]): Promise<void> {
  const table = page[0]?.table as (typeof tables)[number] | undefined;
  if (!table) return;
  // Filling the others has counted as changes of them.
  if (table === 'content_versions') await tx.deleteFrom(table).execute();
  await tx
    .insertInto(table)
    .values(page.map(({ row }) => row) as unknown as Insertable<Tables[typeof table]>[])
    .execute();
}

/** Takes away what every new database holds; refuses one that holds more. */
async function makeRoom(db: Kysely<Tables>): Promise<void> {
  for (const table of await tablesIn(db)) {
    const row = await db.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    if (!row) continue;
    if (!always.has(table)) {
      throw new StoreError('There is data here already. Restore into an empty place.');
    }
    await db.deleteFrom(table).execute();
  }
}

async function tablesIn(db: Kysely<Tables>) {
  const there = new Set((await db.introspection.getTables()).map(({ name }) => name));
  return tables.filter((name) => there.has(name));
}

async function appliedMigrations(db: AnyDb): Promise<string[]> {
  const rows = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

function parse(line: string): Line {
  try {
    return JSON.parse(line);
  } catch {
    throw new StoreError(damaged);
  }
}
