import { csvHead, csvRows } from '#contract/csv.ts';
import type { Pieces } from '../store/pieces.ts';

/** Milliseconds after which the server aborts the stream of a list. */
const longestSend = 5 * 60_000;

export const isPieces = (value: unknown): value is Pieces<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** A list that is sent as CSV, with these columns. */
export interface Table {
  rows: Pieces<Record<string, unknown>>;
  columns: readonly string[];
}

export const isCsvTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && 'rows' in value && isPieces(value.rows);

/** Turns a list into text: `first` formats the first piece, `next` each further piece, and `end` comes last. */
interface Format {
  type: string;
  first(items: unknown[]): string;
  next(items: unknown[]): string;
  end: string;
}

/** Produces the same text as JSON.stringify of the whole list. */
const json: Format = {
  type: 'application/json',
  first: (items) => `[${inside(items)}`,
  next: (items) => `,${inside(items)}`,
  end: ']',
};

const csv = (columns: readonly string[]): Format => {
  const next = (items: unknown[]) => csvRows(columns, items as Record<string, unknown>[]);
  return {
    type: 'text/csv; charset=utf-8',
    first: (items) => csvHead(columns) + next(items),
    next,
    end: '',
  };
};

export const tableResponse = (
  { rows, columns }: Table,
  init: ResponseInit,
  takeSlot: () => () => void,
) => listResponse(rows, init, takeSlot, csv(columns));

/**
 * Returns the response with a list. A list of more than one piece is streamed with back-pressure: each piece is encoded
 * only when the client has taken the one before. `takeSlot` takes a slot for the stream, or throws, and returns the
 * function that frees the slot.
 */
export async function listResponse(
  pieces: Pieces<unknown>,
  init: ResponseInit,
  takeSlot: () => () => void,
  format = json,
): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('Content-Type', format.type);
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  const beginning = format.first(first.done ? [] : first.value);
  let next = first.done ? first : await iterator.next();
  if (next.done) return new Response(beginning + format.end, { ...init, headers });

  const freeSlot = takeSlot();
  let timeout: NodeJS.Timeout | undefined;
  const finish = async () => {
    clearTimeout(timeout);
    freeSlot();
    await iterator.return?.();
  };
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        timeout = setTimeout(() => {
          controller.error(new Error('The list was not read in time.'));
          finish();
        }, longestSend).unref();
        controller.enqueue(encoder.encode(beginning));
      },
      async pull(controller) {
        try {
          if (next.done) {
            // CSV has no text after its last row.
            if (format.end) controller.enqueue(encoder.encode(format.end));
            controller.close();
            await finish();
            return;
          }
          controller.enqueue(encoder.encode(format.next(next.value)));
          next = await iterator.next();
        } catch (error) {
          await finish();
          throw error;
        }
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { ...init, headers });
}

/** Returns the JSON of the items, without the brackets around them. */
const inside = (items: unknown[]) => JSON.stringify(items).slice(1, -1);
