import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Caller } from './api/call.ts';
import type { RequestLog } from './request-log.ts';
import { type Store, StoreError } from './store/store.ts';

export interface SiteDeps {
  api: { fetch(request: Request, caller: Caller): Response | Promise<Response> };
  pages: (request: Request) => Promise<Response>;
  store: Pick<Store, 'ping'>;
  logger: Logger;
  logRequest: RequestLog;
  /** Default headers. A response may override them. */
  headers: [name: string, value: string][];
}

export type Site = (request: Request, address: string) => Promise<Response>;

/**
 * Returns the handler that routes requests to the health checks, the API and the pages. It adds a request id and the
 * default headers to each response, and logs each request.
 */
export function createSite({
  api,
  pages,
  store,
  logger,
  logRequest,
  headers: always,
}: SiteDeps): Site {
  const answer = async (request: Request, path: string, caller: Caller): Promise<Response> => {
    if (path === '/healthz') return health(request, async () => {});
    if (path === '/readyz') return health(request, store.ping);
    if (path === '/api' || path.startsWith('/api/')) return api.fetch(request, caller);
    return pages(request);
  };

  return async (request, address) => {
    const began = performance.now();
    const requestId = randomUUID();
    const path = pathOf(request.url);
    const response = await answer(request, path, { requestId, address }).catch((error) => {
      logger.error({ err: error, requestId }, 'a request failed');
      return Response.json(
        { error: 'Something went wrong on our side.', requestId },
        { status: 500 },
      );
    });
    for (const [name, value] of always) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    response.headers.set('X-Request-Id', requestId);
    logRequest({ requestId, method: request.method, path, status: response.status, began });
    return response;
  };
}

/** Returns the path without the query string, because the log must not contain the searches of visitors. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.search(/[?#]/);
  return start === -1 ? '/' : url.slice(start, end === -1 ? undefined : end);
}

async function health(request: Request, check: () => Promise<void>): Promise<Response> {
  const headers = { 'Cache-Control': 'no-store' };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return Response.json(
      { error: 'This address takes GET, HEAD.' },
      { status: 405, headers: { ...headers, Allow: 'GET, HEAD' } },
    );
  }
  try {
    await check();
    return Response.json({ status: 'ok' }, { headers });
  } catch (cause) {
    const error = cause instanceof StoreError ? cause.message : 'The database does not answer.';
    return Response.json({ error }, { status: 503, headers: { ...headers, 'Retry-After': '2' } });
  }
}
