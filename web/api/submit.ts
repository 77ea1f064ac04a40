import { ApiError, okOrThrow } from './client.ts';

/** Sends a public form. An Idempotency-Key makes sure that a retry is not a second submission. */
export async function submitForm(
  path: string,
  draft: object,
  headers: { 'Idempotency-Key': string },
): Promise<void> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(draft),
  });
  await okOrThrow(response);
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
