import { ApiError, okOrThrow } from './client.ts';

/**
 * Sends something without a token; resolves with the JSON of the answer, or undefined if it has none. An Idempotency-Key makes sure that
 * a retry of a POST is not a second submission.
 */
export async function send(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  headers?: { 'Idempotency-Key': string },
): Promise<unknown> {
  const response = await fetch(path, {
    method,
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  await okOrThrow(response);
  // The status alone says that it was taken: a body that is cut off or changed on the way is no failure.
  return response.json().catch(() => undefined);
}

interface Refusal {
  error: string;
  fields?: Record<string, string>;
}

/** The server's error body, if the error has one. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError)) return undefined;
  try {
    const body = JSON.parse(error.body);
    return typeof body?.error === 'string' ? body : undefined;
  } catch {
    return undefined;
  }
}
