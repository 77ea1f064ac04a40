/**
 * The addresses of the public pages, in the order of the site. The router, the sitemap, the tests and the benchmark read
 * this list; web/routes.tsx has the code of each. `:id` is a project, a pod, a post or an idea.
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

/** False for pages that search engines leave out: they are not in the sitemap, and say `noindex`. */
export const isIndexed = (page: PublicPage): boolean => page !== '/search';

interface WithId {
  id: string;
}

/** The addresses of single objects; idea-path.ts has that of an idea. */
export const projectPath = ({ id }: WithId): string => `/project/${encodeURIComponent(id)}`;
export const podPath = ({ id }: WithId): string => `/pods/${encodeURIComponent(id)}`;
export const postPath = ({ id }: WithId): string => `/blog/${encodeURIComponent(id)}`;
