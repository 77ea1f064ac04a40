import { queryOptions } from '@tanstack/react-query';
import type { App } from '#contract/app.ts';
import type { BlogArticle, BlogSummary } from '#contract/blog.ts';
import type { PublicIdea } from '#contract/idea.ts';
import type { Milestone } from '#contract/milestone.ts';
import type { Pod } from '#contract/pod.ts';
import type { Stats } from '#contract/stats.ts';

/** What the public pages read. The path is the key. */
const query = <Data>(...path: string[]) =>
  queryOptions<Data, Error, Data, string[]>({ queryKey: ['/api', ...path] });

export const statsQuery = query<Stats>('stats');
export const appsQuery = query<App[]>('apps');
export const podsQuery = query<Pod[]>('pods');
export const milestonesQuery = query<Milestone[]>('milestones');
export const ideasQuery = query<PublicIdea[]>('ideas');
/** The cards need no articles. */
export const blogsQuery = query<BlogSummary[]>('blogs?view=summary');

export const appQuery = (id: string) => query<App>('apps', encodeURIComponent(id));
export const blogQuery = (id: string) => query<BlogArticle>('blogs', encodeURIComponent(id));
