import { NotFound, Stale } from '../errors.ts';
import type { Db } from './store.ts';
import { type TablesWith, tables } from './tables.ts';

/** The tables whose rows staff change and delete by id and version: those with an `entry` in tables.ts. */
export type Versioned = TablesWith<{ entry: string }>;

/** The version of the row that the writer has seen. If it is undefined, the last write wins. */
export type IfVersion = number | undefined;

/** Returns the condition for the row to change: its id, and the version that the writer has seen, if it is known. */
export const rowAtVersion = (id: string, ifVersion: IfVersion) =>
  ifVersion === undefined ? { id } : { id, version: ifVersion };

/**
 * Returns `row`, the row that an update or deletion has changed. If it is undefined, throws NotFound when there is no
 * row with this id, and Stale when the row has another version by now.
 */
export async function changedOr<Row>(
  db: Db,
  table: Versioned,
  id: string,
  row: Row | undefined,
): Promise<Row> {
  if (row) return row;
  const there = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  const { entry } = tables[table];
  throw there ? new Stale(entry) : new NotFound(entry);
}

type Complete<Columns> = { [Name in keyof Columns]-?: Exclude<Columns[Name], undefined> };

const isComplete = <Columns extends object>(
  columns: Columns,
): columns is Columns & Complete<Columns> => !Object.values(columns).includes(undefined);

/**
 * Returns the columns of a new row, and throws if one of them is undefined. The functions `columnsOf` map both drafts,
 * which have every field, and changes, which have only some, so TypeScript allows undefined values.
 */
export function complete<Columns extends object>(columns: Columns): Complete<Columns> {
  if (isComplete(columns)) return columns;
  throw new Error('A column of a new row has no value.');
}

export const foundOr = <Row>(table: Versioned, row: Row | undefined): Row => {
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
  await changedOr(db, table, id, row);
}
