import type { z } from '#contract/zod.ts';
import { Invalid, Malformed, NotJson, Refusal, TooLarge } from '../errors.ts';

/** Reads a JSON body and checks it with the schema. Throws `Invalid` with the wrong fields, or another `Refusal`. */
export async function readBody(request: Request, schema: z.ZodType, limit: number) {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new NotJson();
  if (!/^(identity)?$/i.test(request.headers.get('content-encoding') ?? '')) throw new NotJson();
  return parseOrRefuse(schema, parseJson(await readText(request, limit)));
}

/** Checks a value with the schema. Throws `Invalid`, which names the wrong fields. */
export function parseOrRefuse<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Invalid(...explain(parsed.error));
}

/** Reads the body. Throws `TooLarge` above `limit` bytes, also for a chunked body, which has no Content-Length. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length'));
  if (announced > limit) throw new TooLarge(limit);
  let bytes: Uint8Array;
  try {
    // Node reads no more bytes than Content-Length announces. `arrayBuffer()` is faster for a short body.
    bytes =
      announced > 0 && announced <= shortBody
        ? new Uint8Array(await request.arrayBuffer())
        : await readChunks(request, limit, announced);
  } catch (error) {
    // The client closed the connection, which is no error of the server.
    throw error instanceof Refusal ? error : new Malformed('The body ended early.');
  }
  if (bytes.byteLength > limit) throw new TooLarge(limit);
  return bytes;
}

async function readText(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit);
  if (bytes.byteLength === 0) throw new Malformed('Send a JSON object.');
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Malformed('The body is not valid UTF-8.');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The most bytes that are read with `arrayBuffer()`, which holds all chunks in memory until it has joined them. */
const shortBody = 1024 * 1024;

async function readChunks(request: Request, limit: number, announced: number): Promise<Uint8Array> {
  let bytes = Buffer.alloc(announced > 0 ? announced : 0);
  let size = 0;
  for await (const chunk of request.body ?? []) {
    const end = size + chunk.byteLength;
    if (end > limit) throw new TooLarge(limit);
    if (end > bytes.byteLength) {
      bytes = Buffer.concat([bytes], Math.min(limit, Math.max(end, bytes.byteLength * 2)));
    }
    bytes.set(chunk, size);
    size = end;
  }
  return bytes.subarray(0, size);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Malformed('The body is not valid JSON.');
  }
}

/** Returns the first error message of each field. If an issue has no path, the body is not an object. */
function explain(error: z.ZodError): [fields: Record<string, string>, message?: string] {
  const fields: Record<string, string> = Object.create(null);
  for (const issue of error.issues) {
    const [field] = issue.path;
    if (field === undefined) return [{}, 'Send a JSON object.'];
    fields[String(field)] ??= issue.message;
  }
  return [fields];
}
