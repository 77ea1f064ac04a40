/**
 * The paths of the public pages. All code that needs a list of them reads this one, such as the router, the sitemap, the
 * tests and the benchmark. web/routes.tsx maps each path to its component. `:id` is the id of a project, a pod, a post or
 * an idea.
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

/** Tells whether a page is in the sitemap. A page that is not renders `<Head path={null}>`, which says `noindex`. */
export const isIndexed = (page: PublicPage): boolean => page !== '/search';

/**
 * The pages with a secret in their path, and the API paths of their data, which have the secret too. All code that
 * keeps these secrets out of logs, metrics, caches and search engines reads this table.
 */
export const privatePages = [
  { page: '/receipt/:id', data: '/api/receipts/:id' },
  { page: '/follow/:id', data: '/api/follows/:id' },
] as const;

export type PrivatePage = (typeof privatePages)[number]['page'];

/** Returns the part of a pattern before `:id`. */
export const beforeId = (pattern: `${string}:id`): string => pattern.slice(0, -':id'.length);

/** Tells whether a path is that of a private page, or begins like one. */
export const isPrivatePage = (path: string): boolean =>
  privatePages.some(({ page }) => path.startsWith(beforeId(page)));

interface WithId {
  id: string;
}

/** `projectPath`, `podPath` and `postPath` return the path of one object; idea-path.ts has the path of an idea. */
export const projectPath = ({ id }: WithId): string => `/project/${encodeURIComponent(id)}`;
export const podPath = ({ id }: WithId): string => `/pods/${encodeURIComponent(id)}`;
export const postPath = ({ id }: WithId): string => `/blog/${encodeURIComponent(id)}`;
