import { beforeIn, shownIn, tagIn } from './api/sources.ts';
import { matchRoute, notFoundKey, staffFrame } from './routes.tsx';
import { oneOf } from './search-params.ts';

export interface Description {
  path: string;
  search: string;
  /** API paths that the page reads. */
  apiPaths: string[];
  status: number;
  /** For a path with an id: the cache path of the 404 page, used when the first of `apiPaths` answers 404. */
  missing?: string | undefined;
}

/** Describes the page at a URL for the server's cache. URLs of the same page get the same `path` and `search`. */
export function describe(path: string, search: string): Description {
  const { route, params } = matchRoute(path);
  if (route.isNotFound) return { path: notFoundKey, search: '', apiPaths: [], status: 404 };
  if (route.isBare) return { path: staffFrame(path), search: '', apiPaths: [], status: 200 };
  if (route.isPrivate) {
    const frame = route.pattern.replace(':id', notFoundKey);
    return { path: frame, search: '', apiPaths: [], status: 200 };
  }
  const given = new URLSearchParams(search);
  const valueIn = (name: string) => {
    if (name === 'q') return (given.get('q') ?? '').trim();
    if (name === 'tag') return tagIn(given);
    if (name === 'before') return beforeIn(given);
    if (name === 'shown') return given.get('shown') ? String(shownIn(given)) : '';
    const allowed = route.query[name];
    return Array.isArray(allowed) ? oneOf(allowed, given.get(name)) : '';
  };
  const shown = new URLSearchParams(
    Object.keys(route.query).flatMap((name) => (valueIn(name) ? [[name, valueIn(name)]] : [])),
  );
  return {
    path: route.pattern.replace(':id', () => encodeURIComponent(params.id)),
    search: shown.size > 0 ? `?${shown}` : '',
    apiPaths: route.sources(params, shown).map((source) => source.path),
    status: 200,
    missing: params.id ? route.pattern.replace(':id', notFoundKey) : undefined,
  };
}
