/**
 * Writes and reads CSV (RFC 4180). A cell that begins like a formula is written with an apostrophe before the formula,
 * because spreadsheets would run the formula. Reading removes that apostrophe.
 */

/** Returns a byte order mark and the header row. With the mark, spreadsheets read the file as UTF-8. */
export const csvHead = (columns: readonly string[]) => `\ufeff${csvRow(columns)}`;

export const csvRows = (columns: readonly string[], items: Record<string, unknown>[]) =>
  items.map((item) => csvRow(columns.map((column) => item[column]))).join('');

export const csvRow = (values: readonly unknown[]) => `${values.map(csvCell).join(',')}\r\n`;

/**
 * Returns a quoted cell. Joins the elements of an array with "; ". A text such as `'=1`, which already has an
 * apostrophe before a formula, gets another apostrophe, so that reading returns the same text.
 */
function csvCell(value: unknown): string {
  const text = [value ?? []].flat().join('; ');
  const inert = /^'*(\s*[=+\-@＝＋－＠]|[\t\r])/.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}

const withoutGuard = (cell: string) =>
  /^'+(\s*[=+\-@＝＋－＠]|[\t\r])/.test(cell) ? cell.slice(1) : cell;

export const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

/** A row of a CSV file. The header row counts as a row. */
export interface CsvRow {
  /** The number of the row in a spreadsheet. The first row is 1. */
  row: number;
  /** The line of the file in which the row begins. Line breaks in the cells above make it larger than `row`. */
  line: number;
  cells: string[];
}

/** Thrown for a file that cannot be read as CSV. The message is for the person who has chosen the file. */
export class CsvError extends Error {}

/** Maximum number of columns of a row. A text without line breaks could have millions. */
const mostColumns = 500;

/**
 * Reads a CSV file piece by piece, and keeps only the unfinished row in memory. Line breaks are CRLF, LF or CR.
 * In a cell that does not begin with a quotation mark, quotation marks belong to the text.
 */
export class CsvReader {
  readonly #separator: Separator;
  #cells: string[] = [];
  #cell = '';
  #state: 'start' | 'plain' | 'quoted' | 'quote in quoted' = 'start';
  /** True if the last character was a CR. A following LF belongs to the same line break (CRLF). */
  #afterReturn = false;
  #row = 1;
  #line = 1;
  #rowLine = 1;
  #quoteLine = 1;

  constructor(separator: Separator) {
    this.#separator = separator;
  }

  /** Reads the next piece of the file. Yields the rows that end in this piece. */
  *push(text: string): Generator<CsvRow> {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at];
      const endsCrLf = this.#afterReturn && character === '\n';
      this.#afterReturn = character === '\r';
      if ((character === '\n' && !endsCrLf) || character === '\r') this.#line += 1;
      if (this.#state === 'quoted') {
        if (character !== '"') continue;
        this.#cell += text.slice(from, at);
        this.#state = 'quote in quoted';
        from = at + 1;
      } else if (character === '"' && this.#state !== 'plain') {
        // A quotation mark at the start of a cell begins a quoted cell, in which `""` stands for one quotation mark.
        if (this.#state === 'start') this.#quoteLine = this.#line;
        from = this.#state === 'start' ? at + 1 : at;
        this.#state = 'quoted';
      } else if (character === this.#separator) {
        this.#endCell(text.slice(from, at));
        from = at + 1;
      } else if (endsCrLf) {
        from = at + 1;
        this.#rowLine = this.#line;
      } else if (character === '\n' || character === '\r') {
        this.#endCell(text.slice(from, at));
        from = at + 1;
        yield this.#endRow();
      } else {
        this.#state = 'plain';
      }
    }
    this.#cell += text.slice(from);
  }

  /** Yields the last row, if no line break ended it. */
  *end(): Generator<CsvRow> {
    if (this.#state === 'quoted') {
      throw new CsvError(
        `The quotation mark that opens a cell in line ${this.#quoteLine} is never closed. Close it, and choose the file again.`,
      );
    }
    if (this.#state === 'start' && this.#cells.length === 0) return;
    this.#endCell('');
    yield this.#endRow();
  }

  #endCell(rest: string): void {
    if (this.#cells.length >= mostColumns) {
      throw new CsvError(`Row ${this.#row} has more than ${mostColumns} columns.`);
    }
    this.#cells.push(withoutGuard(this.#cell + rest));
    this.#cell = '';
    this.#state = 'start';
  }

  #endRow(): CsvRow {
    const ended = { row: this.#row, line: this.#rowLine, cells: this.#cells };
    this.#cells = [];
    this.#row += 1;
    this.#rowLine = this.#line;
    return ended;
  }
}

export function* readCsv(text: string, separator: Separator): Generator<CsvRow> {
  const reader = new CsvReader(separator);
  yield* reader.push(text);
  yield* reader.end();
}

export const isBlankRow = ({ cells }: CsvRow) => cells.every((cell) => cell.trim() === '');

/**
 * Returns the separator with the highest score. The score grows with the number of columns of the first row, and with
 * the share of rows that have the same number of columns.
 */
export function findSeparator(text: string): Separator {
  const scores = separators.map((separator) => ({ separator, score: scoreOf(text, separator) }));
  return scores.reduce((best, each) => (each.score > best.score ? each : best)).separator;
}

function scoreOf(text: string, separator: Separator): number {
  const widths: number[] = [];
  try {
    for (const row of new CsvReader(separator).push(text.slice(0, 100_000))) {
      if (!isBlankRow(row)) widths.push(row.cells.length);
      if (widths.length === 20) break;
    }
  } catch {
    // With a wrong separator, a row can have too many columns. Only the rows before this row count.
  }
  const [first = text.split('\n', 1)[0]?.split(separator).length ?? 1] = widths;
  const alike = widths.filter((width) => width === first).length / (widths.length || 1);
  return (first - 1) * (alike + 0.01);
}

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/**
 * Returns the encoding of a file. A UTF-16 byte order mark, or many zero bytes, mean UTF-16. Any other file that is not
 * valid UTF-8 counts as windows-1252, the encoding of Windows in Western Europe. Throws CsvError for a workbook.
 */
export function findEncoding(bytes: Uint8Array): Encoding {
  // A workbook (XLSX or ODS) is a ZIP file, which begins with these bytes.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) {
    throw new CsvError('This is a workbook, not a table as text. Save it as CSV first.');
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 400);
  const zeros = [...start.keys()].filter((at) => start[at] === 0);
  if (zeros.length > start.length / 4) {
    return zeros.filter((at) => at % 2 === 1).length > zeros.length / 2 ? 'utf-16le' : 'utf-16be';
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
