import type { App } from '#contract/app.ts';
import type { BlogArticle, BlogSummary } from '#contract/blog.ts';
import type { Follow } from '#contract/follow.ts';
import type { IdeaDetail } from '#contract/idea.ts';
import type { BlogPage, IdeaPage } from '#contract/list-page.ts';
import type { Milestone } from '#contract/milestone.ts';
import type { Pod } from '#contract/pod.ts';
import type { Presses } from '#contract/press.ts';
import type { Receipt } from '#contract/receipt.ts';
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
/** A part of a list that the server searches and filters. */
export interface ListPart {
  /** The value of the list's filter. */
  filter?: string;
  /** Folded: see search-text.ts. */
  q?: string;
  limit?: number;
  /** The id of the entry before the first one. */
  before?: string;
}

const pageOf = (
  list: string,
  filterName: string,
  { filter, q, limit = firstShown, before }: ListPart,
) =>
  `${list}?${new URLSearchParams({
    view: 'page',
    limit: String(limit),
    ...(filter && { [filterName]: filter }),
    ...(q && { q }),
    ...(before && { before }),
  })}`;

export const ideas = (part: ListPart = {}): Source<IdeaPage> => ({
  path: pageOf('/api/ideas', 'status', part),
});
export const blogPage = (part: ListPart = {}): Source<BlogPage> => ({
  path: pageOf('/api/blogs', 'category', part),
});
/** All posts, for staff. The list needs no article texts. */
export const blogs: Source<BlogSummary[]> = { path: '/api/blogs?view=summary' };

export const app = (id: string): Source<App> => ({ path: `/api/apps/${encodeURIComponent(id)}` });
export const pod = (id: string): Source<Pod> => ({ path: `/api/pods/${encodeURIComponent(id)}` });
export const blog = (id: string): Source<BlogArticle> => ({
  path: `/api/blogs/${encodeURIComponent(id)}`,
});

/** One idea, by the last part of its page's address, which ends with its id. */
export const idea = (address: string): Source<IdeaDetail> => ({
  path: `/api/ideas/${encodeURIComponent(address.slice(-36))}`,
});

/** How many have pressed about an idea, by the last part of its page's address. */
export const presses = (address: string): Source<Presses> => ({
  path: `/api/presses/${encodeURIComponent(address.slice(-36))}`,
});

/** What a link in a mail follows, by its secret. */
export const follow = (secret: string): Source<Follow> => ({
  path: `/api/follows/${encodeURIComponent(secret)}`,
});

/** The private page of a submission, by its secret. */
export const receipt = (secret: string): Source<Receipt> => ({
  path: `/api/receipts/${encodeURIComponent(secret)}`,
});

/** The `shown` parameter: how many entries of a list to show, in a few steps, so that cached answers are reused. */
export function shownIn(search: URLSearchParams): number {
  let shown = firstShown;
  while (shown < mostShown && shown < Number(search.get('shown'))) shown *= 2;
  return shown;
}

/** The `before` parameter: the id of an entry, and the list begins with the next older one. Empty: with the newest. */
export const beforeIn = (search: URLSearchParams): string =>
  /^[\p{L}\p{N}\p{M}-]{1,100}$/u.exec(search.get('before') ?? '')?.[0] ?? '';
