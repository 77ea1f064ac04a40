/** A response with an error status. The message is `<status>: <body>`, or `<status>: <statusText>` without a body. */
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

/** Returns a `Read` that sends a GET with cookies. With `on401: 'null'` a 401 resolves with null. */
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

export const statusOf = (error: unknown) => (error as { status?: number } | undefined)?.status;
