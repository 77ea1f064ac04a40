import type { App } from '#contract/app.ts';
import type { BlogArticle, BlogSummary } from '#contract/blog.ts';
import type { PublicIdea } from '#contract/idea.ts';
import type { Milestone } from '#contract/milestone.ts';
import type { Pod } from '#contract/pod.ts';
import type { Stats } from '#contract/stats.ts';
import type { Source } from './reads.ts';

/** What the public pages read. */

export const stats: Source<Stats> = { path: '/api/stats' };
export const apps: Source<App[]> = { path: '/api/apps' };
export const pods: Source<Pod[]> = { path: '/api/pods' };
export const milestones: Source<Milestone[]> = { path: '/api/milestones' };
export const ideas: Source<PublicIdea[]> = { path: '/api/ideas' };
/** The cards need no articles. */
export const blogs: Source<BlogSummary[]> = { path: '/api/blogs?view=summary' };

export const app = (id: string): Source<App> => ({ path: `/api/apps/${encodeURIComponent(id)}` });
export const blog = (id: string): Source<BlogArticle> => ({
  path: `/api/blogs/${encodeURIComponent(id)}`,
});
