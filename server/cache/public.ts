import { randomUUID } from 'node:crypto';
import type { Route } from '../api/route.ts';
import { Unavailable } from '../errors.ts';
import type { RequestLog } from '../request-log.ts';
import type { Store } from '../store/store.ts';
import { type Cache, createCache } from './cache.ts';
import type { Content } from './entry.ts';
import { type CacheablePages, type ResourceDeps, resourcesOf } from './resources.ts';

interface PublicDeps {
  routes: Route[];
  api: { request(path: string): Response | Promise<Response> };
  pages: CacheablePages & { files: Map<string, Content> };
  store: Pick<Store, 'versions'>;
  logRequest: RequestLog;
  headers: ResourceDeps['headers'];
}

/** Creates the cache of all public responses: pages, feeds, cards, pictures, GET responses of the API, and files. */
export function createPublicCache({
  routes,
  api,
  pages,
  store,
  logRequest,
  headers,
}: PublicDeps): Cache {
  const { files, ...answers } = pages;
  const cache = createCache({
    versions: store.versions,
    busy: {
      status: 503,
      headers: {
        ...Object.fromEntries(headers),
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'retry-after': '2',
      },
      body: Buffer.from(JSON.stringify({ error: new Unavailable().message })),
    },
    resourceOf: resourcesOf({
      routes,
      read: async (path) => api.request(path),
      ...answers,
      headers,
    }),
    log({ method, url = '/' }, status, began) {
      const requestId = randomUUID();
      const query = url.indexOf('?');
      const path = query === -1 ? url : url.slice(0, query);
      logRequest({ requestId, method, path, status, began });
      return requestId;
    },
  });
  for (const [address, file] of files) {
    cache.pin(address, { ...file, headers: { ...Object.fromEntries(headers), ...file.headers } });
  }
  return cache;
}
