import { ApiError, okOrThrow } from './client.ts';

/**
 * Sends a request without an `Authorization` header. Resolves with the JSON of the response, or undefined if its body
 * is not JSON. With an Idempotency-Key the server does not take a retried POST for a second submission.
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
  // A 2xx status means that the server has accepted the request, even if the body is truncated.
  return response.json().catch(() => undefined);
}

interface Refusal {
  error: string;
  fields?: Record<string, string>;
}

/** Returns the JSON error body of the server, if there is one. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof ApiError)) return undefined;
  try {
    const body = JSON.parse(error.body);
    return typeof body?.error === 'string' ? body : undefined;
  } catch {
    return undefined;
  }
}
