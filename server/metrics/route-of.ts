import { privatePages, publicPages } from '#contract/pages.ts';
import type { Route } from '../api/route.ts';

/** Maximum number of remembered paths. The next path clears them all. */
const mostRemembered = 1000;
/** Maximum number of characters of a remembered path. */
const longestRemembered = 200;

const otherPaths = [
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
];

/**
 * Returns the function that finds the route pattern of a path. Metrics use the pattern as a label, because the number
 * of patterns is bounded and the number of paths is not. All unknown paths become `other`.
 */
export function createRouteOf(routes: Pick<Route, 'path'>[]): (path: string) => string {
  const cards = publicPages.map((page) => `${page.replace(/\/$/, '')}/card.png`);
  const patterns = new Set([
    ...routes.map(({ path }) => path),
    ...publicPages,
    ...privatePages.map(({ page }) => page),
    ...cards,
    ...otherPaths,
  ]);
  // Patterns without `:id` come first, so that /blog/feed.xml does not match /blog/:id.
  const sorted = [...patterns]
    .toSorted((one, other) => Number(one.includes(':')) - Number(other.includes(':')))
    .map((pattern) => ({ pattern, pieces: pattern.split('/') }));
  const remembered = new Map<string, string>();

  const findPattern = (path: string): string => {
    if (path.startsWith('/assets/')) return '/assets/*';
    if (path.startsWith('/pictures/')) return '/pictures/*';
    if (path === '/admin' || path.startsWith('/admin/')) return '/admin/*';
    const pieces = path.split('/', 12);
    const match = sorted.find(
      (each) =>
        each.pieces.length === pieces.length &&
        each.pieces.every((piece, at) => piece === pieces[at] || (piece === ':id' && pieces[at])),
    );
    return match?.pattern ?? 'other';
  };

  return (path) => {
    const known = remembered.get(path);
    if (known !== undefined) return known;
    const route = findPattern(path);
    if (path.length > longestRemembered) return route;
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(path, route);
    return route;
  };
}
