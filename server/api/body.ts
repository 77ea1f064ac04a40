import type { z } from 'zod';
import { Invalid, Malformed, NotJson, TooLarge } from '../errors.ts';

/** The body as the schema understands it, or the refusal that says what is wrong with it. */
export async function readBody(request: Request, schema: z.ZodType, limit: number) {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new NotJson();
  if (!/^(identity)?$/i.test(request.headers.get('content-encoding') ?? '')) throw new NotJson();
  const parsed = schema.safeParse(parseJson(await readText(request, limit)));
  if (parsed.success) return parsed.data;
  throw new Invalid(...explain(parsed.error));
}

/** Counts what arrives: a chunked body announces no length, and an announced one may lie. */
async function readText(request: Request, limit: number): Promise<string> {
  if (Number(request.headers.get('content-length')) > limit) throw new TooLarge(limit);
  if (!request.body) throw new Malformed('Send a JSON object.');
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > limit) throw new TooLarge(limit);
      chunks.push(chunk);
    }
  } catch (error) {
    // A sender that hangs up half way is no failure of ours.
    throw error instanceof TooLarge ? error : new Malformed('The body ended early.');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Malformed('The body is not valid UTF-8.');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Malformed('The body is not valid JSON.');
  }
}

/** The first message of each field. */
function explain(error: z.ZodError): [fields: Record<string, string>, message?: string] {
  const fields: Record<string, string> = Object.create(null);
  for (const issue of error.issues) {
    const [field] = issue.path;
    if (field === undefined) return [{}, 'Send a JSON object.'];
    fields[String(field)] ??= issue.message;
  }
  return [fields];
}
