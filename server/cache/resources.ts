import { type CardName, cardKey, readCardPath } from '#contract/card.ts';
import { readPicturePath } from '#contract/picture-path.ts';
import type { Route } from '../api/route.ts';
import type { Topic } from '../store/versions.ts';
import type { Resource } from './cache.ts';
import type { Content } from './entry.ts';

/** The page behind a URL, as web/describe.ts describes it. */
export interface PageDescription {
  path: string;
  search: string;
  /** The API paths that the page reads. */
  apiPaths: string[];
  status: number;
  /** The path of the shared 404 page. Set for a page that shows one object; `apiPaths[0]` then reads this object. */
  missing?: string | undefined;
}

/** Produces the pages, feeds, cards and pictures that may be cached. */
export interface CacheablePages {
  describe(path: string, search: string): PageDescription;
  render(path: string, search: string): Promise<Response>;
  feeds: Map<string, () => Promise<Response>>;
  /** Responds with a card for link previews. */
  answerCard(name: CardName): Promise<Response>;
  /** Responds with a file of an uploaded picture. */
  answerPicture(path: string): Promise<Response>;
}

export interface ResourceDeps extends CacheablePages {
  routes: Route[];
  /** Responds to a public GET request to the API. */
  read(path: string): Promise<Response>;
  /** Default headers. A response may override them. */
  headers: [name: string, value: string][];
}

/** Returns the function that finds the resource behind a URL. URLs with the same response get the same key. */
export function resourcesOf({
  routes,
  read,
  describe,
  render,
  feeds,
  answerCard,
  answerPicture,
  headers,
}: ResourceDeps) {
  const readRoutes = routes
    .filter(
      ({ method, access, isUncached }) => method === 'GET' && access === 'public' && !isUncached,
    )
    .map(({ path, query = {} }) => ({ pieces: path.split('/'), query }));

  const resource = (
    key: string,
    apiPaths: string[],
    answer: () => Promise<Response>,
    status = 200,
  ): Resource => ({
    key,
    topics: [...new Set(apiPaths.flatMap(topicsOf))],
    status,
    produce: async () => contentOf(await answer(), headers),
  });

  function findApiResource(path: string, search: string): Resource | undefined {
    const pieces = path.split('/');
    const row = readRoutes.find(
      (each) =>
        each.pieces.length === pieces.length &&
        each.pieces.every((piece, at) => piece === pieces[at] || isId(piece, pieces[at])),
    );
    if (!row) return undefined;
    const query = normaliseQuery(row.query, search);
    return resource(path + query, [path], () => read(path + query));
  }

  function findPageResource(path: string, search: string): Resource | undefined {
    const feed = feeds.get(path);
    if (feed) return resource(path, feedSources(path), feed);
    const card = readCardPath(path);
    if (card) return resource(cardKey(card), cardSources[card.kind], () => answerCard(card));
    if (readPicturePath(path)) return resource(path, [], () => answerPicture(path));
    if (path !== '/' && path.endsWith('/')) return undefined;
    const page = describe(path, search);
    const { missing, apiPaths, status } = page;
    const rendered = () => render(page.path, page.search);
    return {
      ...resource(page.path + page.search, apiPaths, rendered, status),
      ...(missing && {
        standIn: async () => {
          if ((await read(apiPaths[0] ?? '')).status !== 404) return undefined;
          return resource(missing, [], () => render(missing, ''), 404);
        },
      }),
    };
  }

  return (url: string): Resource | undefined => {
    if (!url.startsWith('/')) return undefined;
    const at = url.indexOf('?');
    const [path, search] = at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)];
    if (path === '/healthz' || path === '/readyz' || path === '/api') return undefined;
    return path.startsWith('/api/')
      ? findApiResource(path, search)
      : findPageResource(path, search);
  };
}

/** Returns the API paths that a feed reads. */
function feedSources(path: string): string[] {
  if (path.startsWith('/sitemap')) return ['/api/blogs', '/api/apps', '/api/pods', '/api/ideas'];
  return path === '/feed.xml'
    ? ['/api/blogs', '/api/milestones', '/api/log', '/api/ideas']
    : ['/api/blogs'];
}

/** The API paths whose topics a card depends on. */
const cardSources: Record<CardName['kind'], string[]> = {
  idea: ['/api/ideas'],
  project: ['/api/apps'],
  pod: ['/api/pods'],
  post: ['/api/blogs'],
  page: [],
};

const lineageTopics: Topic[] = ['connections', 'blogs', 'ideas', 'pods', 'apps'];

const isId = (pattern: string, piece = '') => pattern === ':id' && /^[a-z0-9-]{1,120}$/.test(piece);

/** Returns a query string with only the parameters that the route reads, in fixed order, with normalised values. */
function normaliseQuery(query: NonNullable<Route['query']>, search: string): string {
  const parameters = new URLSearchParams(search);
  // A route with the parameter `view` ignores the other parameters when `view` is missing or unknown.
  if (query.view && !query.view.normalise(parameters.get('view') ?? '')) return '';
  const read = new URLSearchParams();
  for (const [name, { normalise }] of Object.entries(query)) {
    const value = parameters.get(name);
    const spelling = value && normalise(value);
    if (spelling) read.set(name, spelling);
  }
  return read.size > 0 ? `?${read}` : '';
}

/** Returns the topics whose content is in the response of an API path. */
function topicsOf(path: string): Topic[] {
  const [address = ''] = path.split('?', 1);
  const [, , name = '', , part] = address.split('/');
  if (name === 'stats') return ['apps', 'pods'];
  if (name === 'lineage') return lineageTopics;
  if (name === 'search') return ['ideas', 'apps', 'pods', 'blogs'];
  if (name === 'presses') return ['ideas', 'press_counts'];
  // An entry of the flight log contains the name of its pod. The log of a project is the log of its pod.
  if (name === 'log') return ['log_entries', 'pods'];
  if (part === 'log') return ['log_entries', 'pods', ...(name === 'apps' ? [name] : [])] as Topic[];
  return [name as Topic];
}

/** Bytes of the largest response that is cached. */
export const largestBody = 8 * 1024 * 1024;

async function contentOf(
  response: Response,
  always: [name: string, value: string][],
): Promise<Content | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    // `return` ends the iteration, which cancels the stream.
    if (length > largestBody) return undefined;
    chunks.push(chunk);
  }
  return {
    status: response.status,
    headers: { ...Object.fromEntries(always), ...Object.fromEntries(response.headers) },
    body: Buffer.concat(chunks),
  };
}
