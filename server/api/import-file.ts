import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, CsvReader, type CsvRow, isBlankRow } from '#contract/csv.ts';
import { type Imported, type ImportPlan, mostImportedRows } from '#contract/import.ts';
import { rowReader } from '#contract/import-row.ts';
import type { z } from '#contract/zod.ts';
import { Invalid } from '../errors.ts';
import type { AcceptedRow } from '../store/import-duplicates.ts';
import { parseJson, parseOrRefuse } from './body.ts';

/** Reads the body of an import request. Its first line is the plan in JSON, and the rest is the CSV file. */

/** Maximum number of bytes of the first line of the body. */
export const longestPlan = 256 * 1024;

export function splitBody<Plan extends z.ZodType>(
  bytes: Uint8Array,
  schema: Plan,
): { plan: z.output<Plan>; file: Uint8Array } {
  const end = bytes.subarray(0, longestPlan).indexOf(lineFeed);
  if (end < 0) throw new Invalid({}, 'Send the plan as a line of JSON, and then the file.');
  const line = new TextDecoder().decode(bytes.subarray(0, end));
  return { plan: parseOrRefuse(schema, parseJson(line)), file: bytes.subarray(end + 1) };
}

const lineFeed = 10;

export interface CheckedRows {
  rows: number;
  accepted: AcceptedRow[];
  refused: { row: number; line: number; fields: Record<string, string> }[];
}

/**
 * Checks every row of the file, except blank rows and the header row. Yields to the event loop regularly, so that other
 * requests are answered in the meantime.
 */
export async function checkRows(
  file: Uint8Array,
  plan: ImportPlan,
  now: Date,
): Promise<CheckedRows> {
  const result: CheckedRows = { rows: 0, accepted: [], refused: [] };
  const readRow = rowReader(plan, now);
  const pause = createPause();
  let hasHeader = false;
  try {
    for (const csvRow of rowsOf(file, plan)) {
      await pause();
      if (isBlankRow(csvRow)) continue;
      if (!hasHeader) {
        hasHeader = true;
        continue;
      }
      if (result.rows === mostImportedRows) throw new CsvError(tooManyRows);
      result.rows += 1;
      const { row, line, cells } = csvRow;
      const { draft, errors } = readRow(cells);
      if (draft) result.accepted.push({ row, line, draft, hash: hashOf(plan, draft) });
      else result.refused.push({ row, line, fields: errors });
    }
  } catch (error) {
    if (error instanceof CsvError) throw new Invalid({ file: error.message }, error.message);
    throw error;
  }
  if (result.rows === 0) throw new Invalid({ file: noRows }, noRows);
  return result;
}

const tooManyRows = `The file has more than ${mostImportedRows.toLocaleString('en')} rows. Split it, and import one part after the other.`;
const noRows = 'The file has no rows below the names of its columns.';

/** How many bytes are decoded in one step. */
const step = 64 * 1024;

function* rowsOf(file: Uint8Array, { encoding, separator }: ImportPlan): Generator<CsvRow> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const reader = new CsvReader(separator);
  for (let from = 0; from < file.length; from += step) {
    yield* reader.push(decode(decoder, file.subarray(from, from + step), true));
  }
  yield* reader.push(decode(decoder, new Uint8Array(), false));
  yield* reader.end();
}

function decode(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    throw new CsvError(`The file is not in the encoding ${decoder.encoding.toUpperCase()}.`);
  }
}

/** Milliseconds of work after which `pause()` yields to the event loop. */
const longestTurn = 5;

/** Returns a function to call between two pieces of work. It yields to the event loop after `longestTurn`. */
function createPause(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < longestTurn) return;
    await nextTurn();
    began = performance.now();
  };
}

/** Hashes a row, to find it in earlier imports. Leaves out the fields that staff may have changed in the file since. */
function hashOf({ kind }: ImportPlan, draft: Imported): string {
  const { status: _, notes: __, ...hashed } = { ...draft, answer: undefined };
  return createHash('sha256')
    .update(JSON.stringify([kind, hashed]))
    .digest('base64url');
}
