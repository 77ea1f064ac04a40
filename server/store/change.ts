import { NotFound, Stale } from '../errors.ts';
import type { Db } from './store.ts';
import { type TablesWith, tables } from './tables.ts';

/** The tables whose facts in tables.ts include `entry`. Staff change and delete their rows by id and version. */
export type Versioned = TablesWith<{ entry: string }>;

/** The version of the row that the writer has read. If it is undefined, the write does not check the version. */
export type IfVersion = number | undefined;

/** Returns the `where` condition of an update or deletion: the id, and the version if `ifVersion` is given. */
export const rowAtVersion = (id: string, ifVersion: IfVersion) =>
  ifVersion === undefined ? { id } : { id, version: ifVersion };

/**
 * Returns `row`, the row that an update or deletion has returned. If it is undefined, throws NotFound when there is no
 * row with this id, or Stale when the row has another version.
 */
export async function changedOrThrow<Row>(
  db: Db,
  table: Versioned,
  id: string,
  row: Row | undefined,
): Promise<Row> {
  if (row) return row;
  const existing = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  const { entry } = tables[table];
  throw existing ? new Stale(entry) : new NotFound(entry);
}

type Complete<Columns> = { [Name in keyof Columns]-?: Exclude<Columns[Name], undefined> };

const isComplete = <Columns extends object>(
  columns: Columns,
): columns is Columns & Complete<Columns> => !Object.values(columns).includes(undefined);

/**
 * Returns the columns of a new row. Throws if a column is undefined. TypeScript cannot rule out undefined columns: the
 * functions named `columnsOf` take drafts, which have every field, but also changes, which have only some fields.
 */
export function requireComplete<Columns extends object>(columns: Columns): Complete<Columns> {
  if (isComplete(columns)) return columns;
  throw new Error('A column of a new row has no value.');
}

export const foundOrThrow = <Row>(table: Versioned, row: Row | undefined): Row => {
  if (row === undefined) throw new NotFound(tables[table].entry);
  return row;
};

export async function deleteRow(
  db: Db,
  table: Versioned,
  id: string,
  ifVersion: IfVersion,
): Promise<void> {
  const row = await db
    .deleteFrom(table)
    .where((row) => row.and(rowAtVersion(id, ifVersion)))
    .returning('id')
    .executeTakeFirst();
  await changedOrThrow(db, table, id, row);
}
