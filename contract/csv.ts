/**
 * Tables as text, in the form that spreadsheets write and read: RFC 4180. A cell that begins like a formula is written
 * with an apostrophe before it, because spreadsheets would run it, and read without that apostrophe.
 */

/** With a byte order mark, so that spreadsheets take it as UTF-8. */
export const csvHead = (columns: readonly string[]) => `\ufeff${csvRow(columns)}`;

export const csvRows = (columns: readonly string[], items: Record<string, unknown>[]) =>
  items.map((item) => csvRow(columns.map((column) => item[column]))).join('');

export const csvRow = (values: readonly unknown[]) => `${values.map(csvCell).join(',')}\r\n`;

/** A text that is guarded already gets another apostrophe, so that reading it gives the same text again. */
function csvCell(value: unknown): string {
  const text = [value ?? []].flat().join('; ');
  const inert = /^'*(\s*[=+\-@＝＋－＠]|[\t\r])/.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}

const withoutGuard = (cell: string) =>
  /^'+(\s*[=+\-@＝＋－＠]|[\t\r])/.test(cell) ? cell.slice(1) : cell;

export const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

/** A row of a table, without the one that names the columns being special. */
export interface CsvRow {
  /** The number of the row in a spreadsheet. The first one is 1. */
  row: number;
  /** The line of the file that the row begins in. Cells with line breaks make it larger than the number of the row. */
  line: number;
  cells: string[];
}

/** The text is not a table that can be used. The message is for the person who has chosen the file. */
export class CsvError extends Error {}

/** The most columns of a table. A text without line breaks could have millions. */
const mostColumns = 500;

/**
 * Reads a table piece by piece, and holds no more of it than the row that is not finished. Line breaks are CRLF, LF or CR.
 * A quote inside of a cell that began without one belongs to the text.
 */
export class CsvReader {
  readonly #separator: Separator;
  #cells: string[] = [];
  #cell = '';
  #state: 'start' | 'plain' | 'quoted' | 'quote in quoted' = 'start';
  /** The last character was a CR: a LF after it belongs to the same line break. */
  #afterReturn = false;
  #row = 1;
  #line = 1;
  #rowLine = 1;
  #quoteLine = 1;

  constructor(separator: Separator) {
    this.#separator = separator;
  }

  /** The rows that end in this piece. */
  *push(text: string): Generator<CsvRow> {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at];
      const isSecondHalf = this.#afterReturn && character === '\n';
      this.#afterReturn = character === '\r';
      if ((character === '\n' && !isSecondHalf) || character === '\r') this.#line += 1;
      if (this.#state === 'quoted') {
        if (character !== '"') continue;
        this.#cell += text.slice(from, at);
        this.#state = 'quote in quoted';
        from = at + 1;
      } else if (character === '"' && this.#state !== 'plain') {
        // A second quote in a quoted cell stands for one; the first quote of a cell opens it.
        if (this.#state === 'start') this.#quoteLine = this.#line;
        from = this.#state === 'start' ? at + 1 : at;
        this.#state = 'quoted';
      } else if (character === this.#separator) {
        this.#endCell(text.slice(from, at));
        from = at + 1;
      } else if (isSecondHalf) {
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

  /** The last row, if no line break ended it. */
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

/** The separator that gives the first rows the most columns, and all of them equally many. */
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
  } catch {}
  const [first = text.split('\n', 1)[0]?.split(separator).length ?? 1] = widths;
  const alike = widths.filter((width) => width === first).length / (widths.length || 1);
  return (first - 1) * (alike + 0.01);
}

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** The encoding of a file. One that is not UTF-8 and has no byte order mark is taken for that of Western Windows. */
export function findEncoding(bytes: Uint8Array): Encoding {
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
