import {
  CsvError,
  type CsvRow,
  type Encoding,
  findEncoding,
  findSeparator,
  isBlankRow,
  readCsv,
  type Separator,
} from '#contract/csv.ts';
import { importLimit, importMegabytes, mostImportedRows } from '#contract/import.ts';

/** A CSV table, parsed in the browser. The server parses the same bytes with the same code (contract/csv.ts). */
export interface Table {
  fileName: string;
  bytes: Uint8Array<ArrayBuffer>;
  encoding: Encoding;
  separator: Separator;
  /** The names of the columns, from the first row that is not blank. A blank name becomes, for example, "Column 3". */
  names: string[];
  /** The rows below the row of names, without blank rows. */
  rows: CsvRow[];
}

/** Parses a table. `chosen` replaces the detected separator. Throws a `CsvError` with a message for the user. */
export function readTable(
  fileName: string,
  bytes: Uint8Array<ArrayBuffer>,
  chosen?: Separator,
): Table {
  if (bytes.length > importLimit) {
    throw new CsvError(
      `The file has more than ${importMegabytes} MB. Split it, and import one part after the other.`,
    );
  }
  const encoding = findEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  const separator = chosen ?? findSeparator(text);
  const [head, ...rows] = [...readCsv(text, separator)].filter((row) => !isBlankRow(row));
  if (!head || rows.length === 0) {
    throw new CsvError('The file has no rows below the names of its columns.');
  }
  if (rows.length > mostImportedRows) {
    throw new CsvError(
      `The file has ${rows.length.toLocaleString('en')} rows, and ${mostImportedRows.toLocaleString('en')} is the most. Split it, and import one part after the other.`,
    );
  }
  const names = head.cells.map((name, at) => name.trim() || `Column ${at + 1}`);
  return { fileName, bytes, encoding, separator, names, rows };
}
