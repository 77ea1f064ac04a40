/**
 * The paths of the public pages. web/routes.tsx maps each path to its component. `:id` is the id of a project, pod or
 * post, or the words of an idea's title and its id.
 */
export const publicPages = [
  '/',
  '/project/:id',
  '/pods/:id',
  '/blog',
  '/blog/:id',
  '/contact',
  '/ideas',
  '/ideas/:id',
  '/submit-idea',
  '/join-team',
  '/workflow',
  '/search',
] as const;

export type PublicPage = (typeof publicPages)[number];

/** Tells whether a page is in the sitemap. Other pages render `<Head path={null}>`, which adds `noindex`. */
export const isIndexed = (page: PublicPage): boolean => page !== '/search';

/**
 * The pages with a secret as `:id`, and the API paths of their data, which contain the same secret. The request log,
 * the metrics, robots.txt, and the headers and cache keys of these pages use this table to keep the secrets private.
 */
export const privatePages = [
  { page: '/receipt/:id', data: '/api/receipts/:id' },
  { page: '/follow/:id', data: '/api/follows/:id' },
] as const;

export type PrivatePage = (typeof privatePages)[number]['page'];

export const prefixOf = (pattern: `${string}:id`): string => pattern.slice(0, -':id'.length);

export const privatePath = (page: PrivatePage, secret: string): string => prefixOf(page) + secret;

/** Tells whether a path starts with the part before `:id` of a private page's path. */
export const isPrivatePage = (path: string): boolean =>
  privatePages.some(({ page }) => path.startsWith(prefixOf(page)));

interface WithId {
  id: string;
}

/** `projectPath`, `podPath` and `postPath` return the path of one object; idea-path.ts has the path of an idea. */
export const projectPath = ({ id }: WithId): string => `/project/${encodeURIComponent(id)}`;
export const podPath = ({ id }: WithId): string => `/pods/${encodeURIComponent(id)}`;
export const postPath = ({ id }: WithId): string => `/blog/${encodeURIComponent(id)}`;
