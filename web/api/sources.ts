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

/** The API queries of the public pages. Staff pages use some of them too. */

export const stats: Source<Stats> = { path: '/api/stats' };
export const apps: Source<App[]> = { path: '/api/apps' };
export const pods: Source<Pod[]> = { path: '/api/pods' };
/** The newest entries of all flight logs, for the home page. */
export const log: Source<LogEntry[]> = { path: '/api/log?limit=3' };
export const milestones: Source<Milestone[]> = { path: '/api/milestones' };
const firstShown = 48;
/** The maximum number of entries on one page of a list. */
export const maxShown = 384;
/** Selects a part of a list of ideas or posts. The server searches and filters. */
export interface ListPart {
  /** A status of ideas or a category of posts. */
  filter?: string;
  /** The search text, folded with `foldSearch` of contract/search-text.ts. */
  q?: string;
  limit?: number;
  /** The id of an entry: the part begins with the next older entry. */
  before?: string;
  /** Selects only posts with this tag. */
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
/** All published posts without their article texts, for staff pages. */
export const blogs: Source<BlogSummary[]> = { path: '/api/blogs?view=summary' };

export const app = (id: string): Source<App> => ({ path: `/api/apps/${encodeURIComponent(id)}` });
export const pod = (id: string): Source<Pod> => ({ path: `/api/pods/${encodeURIComponent(id)}` });
/** Entries of a pod's flight log that are older than the entry `before`. An empty `before` selects the newest. */
export const podLog = (id: string, before: string): Source<PodLog> => ({
  path: `${pod(id).path}/log?limit=6${before && `&before=${encodeURIComponent(before)}`}`,
});
/** The newest log entries of the pod that builds a project. */
export const appLog = (id: string): Source<PodLog> => ({ path: `${app(id).path}/log?limit=3` });
export const blog = (id: string): Source<BlogArticle> => ({
  path: `/api/blogs/${encodeURIComponent(id)}`,
});

export const blogAround = (id: string): Source<BlogAround> => ({ path: `${blog(id).path}/around` });

/** An idea. `address` is the last segment of the path of the idea's page. Its last 36 characters are the id. */
export const idea = (address: string): Source<IdeaDetail> => ({
  path: `/api/ideas/${encodeURIComponent(address.slice(-36))}`,
});

/** The ideas, pods, apps and posts that are connected with an idea, pod, app or post. */
export const lineage = (kind: LineageKind, id: string): Source<Lineage> => ({
  path: `/api/lineage/${kind}/${encodeURIComponent(id)}`,
});
export const appLineage = (id: string): Source<AppLineage> => ({
  path: `/api/lineage/apps/${encodeURIComponent(id)}`,
});

/**
 * A search over ideas, projects, pods and posts. The caller folds `q`. If `q` is empty or longer than
 * `limits.maxSearch`, the path has no parameters. With `kind` the server returns more results of that kind, and only
 * counts those of other kinds.
 */
export const search = (q: string, kind: string): Source<SearchResults> => ({
  path:
    q && q.length <= limits.maxSearch
      ? `/api/search?${new URLSearchParams({ q, ...(kind && { in: kind }) })}`
      : '/api/search',
});

/** The press counts of an idea. `address` is the same as for `idea`. */
export const presses = (address: string): Source<Presses> => ({
  path: `/api/presses/${encodeURIComponent(address.slice(-36))}`,
});

/** The subscription of somebody who follows an idea by e-mail. `secret` is in the link of each mail. */
export const follow = (secret: string): Source<Follow> => ({
  path: `/api/follows/${encodeURIComponent(secret)}`,
});

/** The data of a submission's private page. `secret` is the last segment of its URL. */
export const receipt = (secret: string): Source<Receipt> => ({
  path: `/api/receipts/${encodeURIComponent(secret)}`,
});

/**
 * Reads the `shown` parameter, the number of entries to show. Rounds it up to one of four steps (48 to 384), so that
 * fewer different responses are cached.
 */
export function shownIn(search: URLSearchParams): number {
  let shown = firstShown;
  while (shown < maxShown && shown < Number(search.get('shown'))) shown *= 2;
  return shown;
}

/** Reads the `before` parameter, an entry's id: the list begins with the next older entry. Empty for the first page. */
export const beforeIn = (search: URLSearchParams): string =>
  /^[\p{L}\p{N}\p{M}-]{1,100}$/u.exec(search.get('before') ?? '')?.[0] ?? '';

export const tagIn = (search: URLSearchParams): string => (search.get('tag') ?? '').trim();
