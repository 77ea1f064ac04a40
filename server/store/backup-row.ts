import { StoreError } from './store.ts';
import { type TableFacts, type Tables, tables } from './tables.ts';

export interface Row {
  table: string;
  row: Record<string, string | number | null>;
}

/**
 * Columns of blogs that are made from the others, and made again where they are missing. They are in no backup: HTML from
 * an edited file would reach visitors as it is.
 */
const derived = new Set(['content_html', 'html_renderer', 'html_version', 'search_text']);

export const isBackedUp = (column: string) => !derived.has(column);

/** Refuses a row that this version would not have written. The database checks types and references itself. */
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
  const { closedLists = {}, textLists = [] }: TableFacts<string> = tables[table as keyof Tables];
  for (const [name, list = []] of Object.entries(closedLists)) {
    if (!list.includes(String(row[name]))) refuse(name);
  }
  for (const name of textLists) if (!isTextList(row[name])) refuse(name);
  return { table, row };
}

function isTextList(value: unknown): boolean {
  try {
    const list = JSON.parse(String(value));
    return Array.isArray(list) && list.every((entry) => typeof entry === 'string');
  } catch {
    return false;
  }
}
