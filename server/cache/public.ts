import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Route } from '../api/route.ts';
import type { BuiltPages, PagesDeps } from '../pages/pages.ts';
import { createRequestLog } from '../request-log.ts';
import type { Store } from '../store/store.ts';
import { type Cache, createCache } from './cache.ts';
import { type ResourceDeps, resourcesOf } from './resources.ts';

interface PublicDeps {
  routes: Route[];
  api: PagesDeps['api'];
  pages: BuiltPages;
  store: Pick<Store, 'versions'>;
  logger: Logger;
  headers: ResourceDeps['headers'];
}

/** All that everybody may see, in memory: pages, feeds, public reads of the API, and the files. */
export function keepPublic({ routes, api, pages, store, logger, headers }: PublicDeps): Cache {
  const { describe, render, feeds, files } = pages;
  const tell = createRequestLog(logger);
  const cache = createCache({
    versions: store.versions,
    resourceOf: resourcesOf({
      routes,
      read: async (path) => api.request(path),
      describe,
      render,
      feeds,
      headers,
    }),
    log({ method, url = '/' }, status, began) {
      const requestId = randomUUID();
      const query = url.indexOf('?');
      const path = query === -1 ? url : url.slice(0, query);
      tell({ requestId, method, path, status, began });
      return requestId;
    },
  });
  for (const [address, file] of files) {
    cache.pin(address, { ...file, headers: { ...Object.fromEntries(headers), ...file.headers } });
  }
  return cache;
}
