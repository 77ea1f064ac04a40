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

interface WithId {
  id: string;
}

/** `projectPath`, `podPath` and `postPath` return the path of one object; idea-path.ts has the path of an idea. */
export const projectPath = ({ id }: WithId): string => `/project/${encodeURIComponent(id)}`;
export const podPath = ({ id }: WithId): string => `/pods/${encodeURIComponent(id)}`;
export const postPath = ({ id }: WithId): string => `/blog/${encodeURIComponent(id)}`;
