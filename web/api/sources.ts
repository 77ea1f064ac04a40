import type { App } from '#contract/app.ts';
import type { BlogArticle, BlogSummary } from '#contract/blog.ts';
import type { IdeaPage } from '#contract/list-page.ts';
import type { Milestone } from '#contract/milestone.ts';
import type { Pod } from '#contract/pod.ts';
import type { Stats } from '#contract/stats.ts';
import type { Source } from './query-cache.ts';

/** The API queries of the public pages. */

export const stats: Source<Stats> = { path: '/api/stats' };
export const apps: Source<App[]> = { path: '/api/apps' };
export const pods: Source<Pod[]> = { path: '/api/pods' };
export const milestones: Source<Milestone[]> = { path: '/api/milestones' };
/** How many entries a list starts with. */
const firstShown = 48;
/** The most entries of a list on one page. */
export const mostShown = 384;
export const ideas = ({
  status = '',
  q = '',
  limit = firstShown,
  before = '',
} = {}): Source<IdeaPage> => ({
  path: `/api/ideas?${new URLSearchParams({
    view: 'page',
    limit: String(limit),
    ...(status && { status }),
    ...(q && { q }),
    ...(before && { before }),
  })}`,
});
/** The list needs no article texts. */
export const blogs: Source<BlogSummary[]> = { path: '/api/blogs?view=summary' };

export const app = (id: string): Source<App> => ({ path: `/api/apps/${encodeURIComponent(id)}` });
export const blog = (id: string): Source<BlogArticle> => ({
  path: `/api/blogs/${encodeURIComponent(id)}`,
});

/** The `shown` parameter: how many entries of a list to show, in a few steps, so that cached answers are reused. */
export function shownIn(search: URLSearchParams): number {
  let shown = firstShown;
  while (shown < mostShown && shown < Number(search.get('shown'))) shown *= 2;
  return shown;
}

/** The `before` parameter: the id of an idea, and the list begins with the next older one. Empty: with the newest. */
export const beforeIn = (search: URLSearchParams): string =>
  /^[0-9a-f-]{36}$/.exec(search.get('before') ?? '')?.[0] ?? '';
