import type { App } from '#contract/app.ts';
import type { BlogAround, BlogArticle, BlogSummary } from '#contract/blog.ts';
import type { Follow } from '#contract/follow.ts';
import type { IdeaDetail } from '#contract/idea.ts';
import type { AppLineage, Lineage, LineageKind } from '#contract/lineage.ts';
import type { BlogPage, IdeaPage } from '#contract/list-page.ts';
import type { LogEntry, PodLog } from '#contract/log.ts';
import type { Milestone } from '#contract/milestone.ts';
import type { Pod } from '#contract/pod.ts';
import type { Presses } from '#contract/press.ts';
import type { Receipt } from '#contract/receipt.ts';
import type { SearchResults } from '#contract/search.ts';
import type { Stats } from '#contract/stats.ts';
import { limits } from '#contract/vocabulary.ts';
import type { Source } from './query-cache.ts';

/** The API queries of the public pages. */

export const stats: Source<Stats> = { path: '/api/stats' };
export const apps: Source<App[]> = { path: '/api/apps' };
export const pods: Source<Pod[]> = { path: '/api/pods' };
/** The newest entries of all flight logs, for home. */
export const log: Source<LogEntry[]> = { path: '/api/log?limit=3' };
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
  /** Only posts with this tag. */
  tag?: string;
}

const pageOf = (
  list: string,
  filterName: string,
  { filter, q, limit = firstShown, before, tag }: ListPart,
) =>
  `${list}?${new URLSearchParams({
    view: 'page',
    limit: String(limit),
    ...(filter && { [filterName]: filter }),
    ...(q && { q }),
    ...(before && { before }),
    ...(tag && { tag }),
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
/** A part of a pod's flight log: what is older than the entry of this id, or the newest part. */
export const podLog = (id: string, before: string): Source<PodLog> => ({
  path: `${pod(id).path}/log?limit=6${before && `&before=${encodeURIComponent(before)}`}`,
});
/** The newest part of the flight log of a project's pod. */
export const appLog = (id: string): Source<PodLog> => ({ path: `${app(id).path}/log?limit=3` });
export const blog = (id: string): Source<BlogArticle> => ({
  path: `/api/blogs/${encodeURIComponent(id)}`,
});

export const blogAround = (id: string): Source<BlogAround> => ({ path: `${blog(id).path}/around` });

/** An idea, by the last part of its page's address, which ends with its id. */
export const idea = (address: string): Source<IdeaDetail> => ({
  path: `/api/ideas/${encodeURIComponent(address.slice(-36))}`,
});

/** The way from idea to prototype of an idea, pod, app or post. */
export const lineage = (kind: LineageKind, id: string): Source<Lineage> => ({
  path: `/api/lineage/${kind}/${encodeURIComponent(id)}`,
});
export const appLineage = (id: string): Source<AppLineage> => ({
  path: `/api/lineage/apps/${encodeURIComponent(id)}`,
});

/** A search over everything, by its folded text; `kind` is shown at length. One that is too long finds nothing. */
export const search = (q: string, kind: string): Source<SearchResults> => ({
  path:
    q && q.length <= limits.maxSearch
      ? `/api/search?${new URLSearchParams({ q, ...(kind && { in: kind }) })}`
      : '/api/search',
});

/** How many have pressed about an idea, by the last part of its page's address. */
export const presses = (address: string): Source<Presses> => ({
  path: `/api/presses/${encodeURIComponent(address.slice(-36))}`,
});

/** The idea that a link in a mail follows, by its secret. */
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

/** The `tag` parameter of the list of posts. */
export const tagIn = (search: URLSearchParams): string => (search.get('tag') ?? '').trim();
