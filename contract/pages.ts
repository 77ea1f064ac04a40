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
] as const;

export type PublicPage = (typeof publicPages)[number];
