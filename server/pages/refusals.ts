/** Returns the response of `make`. Turns an error with status 404 or 503 into a plain-text response. */
export async function respondOrRefuse(
  missing: string,
  make: () => Promise<Response>,
): Promise<Response> {
  try {
    return await make();
  } catch (error) {
    const { status } = error as { status?: number };
    if (status === 404) return refusal(404, missing);
    if (status === 503) {
      return refusal(503, 'Please try again in a moment.', { 'Retry-After': '2' });
    }
    throw error;
  }
}

const refusal = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
