import { QueryClient, type QueryKey } from '@tanstack/react-query';

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

/** The generic GET: with cookies, JSON out. A 401 throws, or yields null where that is asked for. */
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

/** A key is a path in pieces: ['/api', 'apps'] reads /api/apps. */
export const pathOf = (key: QueryKey) => key.join('/');

/**
 * Data never goes stale by itself and nothing is asked twice: what is written is told, and its list asked
 * for again. On the server nothing may outlive the page, so there `keepFor` is Infinity and the client is
 * thrown away.
 */
export const createQueryClient = (read: Read, keepFor = 5 * 60_000) =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => read(pathOf(queryKey)),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: keepFor,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
