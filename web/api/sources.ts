import type { App } from '#contract/app.ts';
import type { BlogArticle, BlogSummary } from '#contract/blog.ts';
import type { IdeaPage } from '#contract/idea-page.ts';
import type { Milestone } from '#contract/milestone.ts';
import type { Pod } from '#contract/pod.ts';
import type { Stats } from '#contract/stats.ts';
import type { Source } from './reads.ts';

/** What the public pages read. */

export const stats: Source<Stats> = { path: '/api/stats' };
export const apps: Source<App[]> = { path: '/api/apps' };
export const pods: Source<Pod[]> = { path: '/api/pods' };
export const milestones: Source<Milestone[]> = { path: '/api/milestones' };
/** How many ideas a page starts with. */
export const firstIdeas = 48;
/** Those of an address that was made by `ideas`. */
export const ideasAt = (path: string): Source<IdeaPage> => ({ path });
export const ideas = (status = '', q = '', limit = firstIdeas): Source<IdeaPage> => ({
  path: `/api/ideas?${new URLSearchParams({
    view: 'page',
    limit: String(roundedUp(limit)),
    ...(status && { status }),
    ...(q && { q }),
  })}`,
});
/** The cards need no articles. */
export const blogs: Source<BlogSummary[]> = { path: '/api/blogs?view=summary' };

export const app = (id: string): Source<App> => ({ path: `/api/apps/${encodeURIComponent(id)}` });
export const blog = (id: string): Source<BlogArticle> => ({
  path: `/api/blogs/${encodeURIComponent(id)}`,
});

/** How many an address asks to see, for whom a list does not grow by itself; 0 where it does not say. */
export function shownIn(search: URLSearchParams): number {
  const shown = Number(search.get('shown'));
  return shown > 0 ? roundedUp(Math.min(shown, 10_000)) : 0;
}

/** In few steps, so that an answer that is there can be used again. */
function roundedUp(limit: number): number {
  let size = firstIdeas;
  while (size < limit) size *= 2;
  return size;
}
