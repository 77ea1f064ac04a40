import type { Route } from '../api/route.ts';
import type { Topic } from '../store/versions.ts';
import type { Resource } from './cache.ts';
import type { Content } from './entry.ts';

/** Which addresses may be kept, and under which name: the same answer, the same name. */

/** The page behind an address, as the renderer knows it. */
export interface PageDescription {
  path: string;
  search: string;
  reads: string[];
  status: number;
}

export interface ResourceDeps {
  routes: Route[];
  /** Answers a public read of the API. */
  read(path: string): Promise<Response>;
  describe(path: string, search: string): PageDescription | undefined;
  render(path: string, search: string): Promise<Response>;
  feeds: Map<string, () => Promise<Response>>;
  /** What every answer carries that does not say otherwise. */
  headers: [name: string, value: string][];
}

/** Longer ones are asked for once, by somebody who types. */
const longestAddress = 300;

export function resourcesOf({ routes, read, describe, render, feeds, headers }: ResourceDeps) {
  const reads = routes
    .filter(({ method, access }) => method === 'GET' && access === 'public')
    .map(({ path, query = {} }) => ({ pieces: path.split('/'), query }));

  const resource = (
    key: string,
    made: string[],
    answer: () => Promise<Response>,
    status = 200,
  ): Resource => ({
    key,
    topics: [...new Set(made.flatMap(topicsOf))],
    status,
    produce: async () => contentOf(await answer(), headers),
  });

  function ofApi(path: string, search: string): Resource | undefined {
    const pieces = path.split('/');
    const row = reads.find(
      (each) =>
        each.pieces.length === pieces.length &&
        each.pieces.every((piece, at) => piece === pieces[at] || isId(piece, pieces[at])),
    );
    if (!row) return undefined;
    const key = path + only(row.query, search);
    return resource(key, [path], () => read(key));
  }

  function ofPage(path: string, search: string): Resource | undefined {
    const feed = feeds.get(path);
    if (feed) return resource(path, ['/api/blogs', '/api/apps'], feed);
    if (path !== '/' && path.endsWith('/')) return undefined;
    const page = describe(path, search);
    return (
      page &&
      resource(
        page.path + page.search,
        page.reads,
        () => render(page.path, page.search),
        page.status,
      )
    );
  }

  return (url: string): Resource | undefined => {
    if (!url.startsWith('/') || url.length > longestAddress) return undefined;
    const at = url.indexOf('?');
    const [path, search] = at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)];
    if (path === '/healthz' || path === '/readyz' || path === '/api') return undefined;
    return path.startsWith('/api/') ? ofApi(path, search) : ofPage(path, search);
  };
}

const isId = (piece: string, given = '') => piece === ':id' && /^[a-z0-9-]{1,120}$/.test(given);

/** The part of a query that is read, in one order: nothing where it does not name the view that reads it. */
function only(query: NonNullable<Route['query']>, search: string): string {
  const given = new URLSearchParams(search);
  if (!query.view?.schema.safeParse(given.get('view')).success) return '';
  const read = new URLSearchParams();
  for (const name of Object.keys(query)) {
    const value = given.get(name);
    if (value !== null) read.set(name, value);
  }
  return read.size > 0 ? `?${read}` : '';
}

/** What an answer of the API is made of. */
function topicsOf(path: string): Topic[] {
  const [, , name = ''] = path.split(/[/?]/);
  return name === 'stats' ? ['apps', 'pods'] : [name as Topic];
}

async function contentOf(
  response: Response,
  always: [name: string, value: string][],
): Promise<Content> {
  return {
    status: response.status,
    headers: { ...Object.fromEntries(always), ...Object.fromEntries(response.headers) },
    body: new Uint8Array(await response.arrayBuffer()),
  };
}
