import type { Pieces } from '../store/pieces.ts';

/** Milliseconds until a list that is still being sent is cut off. */
const longestSend = 5 * 60_000;

export const isPieces = (value: unknown): value is Pieces<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/**
 * The JSON of a list, byte for byte as JSON.stringify makes it. A list of more than one piece is a stream: the next piece is
 * read when the client has taken the last one. `take` admits a stream, and returns the function to call at its end.
 */
export async function listResponse(
  pieces: Pieces<unknown>,
  init: ResponseInit,
  take: () => () => void,
): Promise<Response> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return Response.json([], init);
  let next = await iterator.next();
  if (next.done) return Response.json(first.value, init);

  const end = take();
  let cut: NodeJS.Timeout | undefined;
  const finish = async () => {
    clearTimeout(cut);
    end();
    await iterator.return?.();
  };
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        cut = setTimeout(() => {
          controller.error(new Error('The list was not read in time.'));
          finish();
        }, longestSend).unref();
        controller.enqueue(encoder.encode(`[${inside(first.value)}`));
      },
      async pull(controller) {
        try {
          if (next.done) {
            controller.enqueue(encoder.encode(']'));
            controller.close();
            await finish();
            return;
          }
          controller.enqueue(encoder.encode(`,${inside(next.value)}`));
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
  const headers = new Headers(init.headers);
  headers.set('Content-Type', 'application/json');
  return new Response(body, { ...init, headers });
}

/** The JSON of the items, without the brackets around them. */
const inside = (items: unknown[]) => JSON.stringify(items).slice(1, -1);
