import { StoreError } from './store.ts';
import { type TableFacts, type Tables, tables } from './tables.ts';

export interface Row {
  table: string;
  row: Record<string, string | number | Uint8Array | null>;
}

/**
 * Columns of `blogs` that the server computes from other columns when they are missing. Backups leave them out:
 * otherwise somebody who edits a backup could add HTML that is shown to visitors without sanitising.
 */
const derivedColumns = new Set(['content_html', 'html_renderer', 'html_version', 'search_text']);

export const isColumnBackedUp = (column: string) => !derivedColumns.has(column);

/** Returns how many rows a backup reads, or a restore inserts, at a time. Rows with byte columns are large. */
export const pageSizeOf = (table: string): number => (byteColumnsOf(table).length > 0 ? 4 : 100);

const factsOf = (table: string): TableFacts<string> => tables[table as keyof Tables];
export const byteColumnsOf = (table: string): string[] => factsOf(table).bytes ?? [];

/** Returns the positions of the primary key's columns, such as `1, 2`, for `order by`. Paging needs a total order. */
export const keyPositions = (table: string): string =>
  Array.from({ length: factsOf(table).keyColumns ?? 1 }, (_, at) => at + 1).join(', ');

/** Returns a row as it is written to a backup: without derived columns, secrets as null, and bytes in base64. */
export const toBackupRow = (table: string, row: object) =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => isColumnBackedUp(name))
      .map(([name, value]) => [name, writtenValue(table, name, value)]),
  );

function writtenValue(table: string, column: string, value: unknown): unknown {
  if (factsOf(table).secrets?.includes(column)) return null;
  return byteColumnsOf(table).includes(column)
    ? Buffer.from(value as Buffer).toString('base64')
    : value;
}

/**
 * Checks a row of a backup and decodes its bytes. `columns` has the expected columns of each table. Throws StoreError
 * if the table is unknown, the columns differ, a value is not a text, number or null, or a value contradicts the facts
 * in tables.ts. The database itself checks column types and foreign keys.
 */
export function checkRow(line: Record<string, unknown>, columns: Map<string, string[]>): Row {
  const { table, row } = line as Partial<Row>;
  const expected = columns.get(String(table));
  if (!table || !expected || row === null || typeof row !== 'object') {
    throw new StoreError(`The backup has a table that is not known here. Nothing was restored.`);
  }
  const refuse = (column: string) => {
    throw new StoreError(
      `The backup has a row of ${table} whose ${column} does not fit. Nothing was restored.`,
    );
  };
  const names = Object.keys(row);
  if (names.length !== expected.length || !expected.every((name) => Object.hasOwn(row, name))) {
    refuse('list of columns');
  }
  for (const [name, value] of Object.entries(row)) {
    if (value !== null && typeof value !== 'string' && typeof value !== 'number') refuse(name);
  }
  const { closedLists = {}, textLists = [] } = factsOf(table);
  for (const [name, list = []] of Object.entries(closedLists)) {
    if (!list.includes(String(row[name]))) refuse(name);
  }
  for (const name of textLists) if (!isTextList(row[name])) refuse(name);
  const bytes = byteColumnsOf(table).map((name) => {
    const value = Buffer.from(String(row[name]), 'base64');
    if (value.toString('base64') !== row[name]) refuse(name);
    return [name, value];
  });
  return { table, row: { ...row, ...Object.fromEntries(bytes) } };
}

function isTextList(value: unknown): boolean {
  try {
    const list = JSON.parse(String(value));
    return Array.isArray(list) && list.every((entry) => typeof entry === 'string');
  } catch {
    return false;
  }
}
