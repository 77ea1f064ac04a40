import { publicPages } from '#contract/pages.ts';
import type { Route } from '../api/route.ts';

/** The most paths whose route is remembered, and the longest of them. */
const mostRemembered = 1000;
const longestRemembered = 200;

const others = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/docs',
  '/api/openapi.json',
  '/feed.xml',
  '/blog/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/.well-known/security.txt',
  '/receipt/:id',
  '/follow/:id',
];

/**
 * Finds the pattern behind a path, as a label: the number of patterns is bounded, that of paths is not. All unknown paths
 * are one route.
 */
export function createRouteOf(routes: Pick<Route, 'path'>[]): (path: string) => string {
  const cards = publicPages.map((page) => `${page.replace(/\/$/, '')}/card.png`);
  const patterns = new Set([
    ...routes.map(({ path }) => path),
    ...publicPages,
    ...cards,
    ...others,
  ]);
  // Exact patterns first: /blog/feed.xml is no post.
  const sorted = [...patterns]
    .toSorted((one, other) => Number(one.includes(':')) - Number(other.includes(':')))
    .map((pattern) => ({ pattern, pieces: pattern.split('/') }));
  const remembered = new Map<string, string>();

  const find = (path: string): string => {
    if (path.startsWith('/assets/')) return '/assets/*';
    if (path.startsWith('/pictures/')) return '/pictures/*';
    if (path === '/admin' || path.startsWith('/admin/')) return '/admin/*';
    const pieces = path.split('/', 12);
    const found = sorted.find(
      (each) =>
        each.pieces.length === pieces.length &&
        each.pieces.every((piece, at) => piece === pieces[at] || (piece === ':id' && pieces[at])),
    );
    return found?.pattern ?? 'other';
  };

  return (path) => {
    const known = remembered.get(path);
    if (known !== undefined) return known;
    const route = find(path);
    if (path.length > longestRemembered) return route;
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(path, route);
    return route;
  };
}
