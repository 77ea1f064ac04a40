/** An answer that was not ok. Its message is the status code, a colon and the body's text. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: string;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    this.body = body;
  }
}

export type Read = (path: string) => Promise<unknown>;

/** GET with cookies; resolves with the JSON. A 401 throws, or resolves with null when `on401` says so. */
export const readOverHttp =
  ({ on401 = 'throw' }: { on401?: 'throw' | 'null' } = {}): Read =>
  async (path) => {
    const response = await fetch(path, { credentials: 'include' });
    if (on401 === 'null' && response.status === 401) return null;
    return (await okOrThrow(response)).json();
  };

export async function okOrThrow(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw new ApiError(response.status, response.statusText, await response.text());
}

/** The HTTP status of an error, if it has one. */
export const statusOf = (error: unknown) => (error as { status?: number } | undefined)?.status;
