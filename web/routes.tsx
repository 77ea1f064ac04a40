import type { ComponentType } from 'react';
import { matchRoute as matchPattern } from 'wouter';
import { type PrivatePage, type PublicPage, privatePages, publicPages } from '#contract/pages.ts';
import { foldSearch } from '#contract/search-text.ts';
import { site } from '#contract/site/lab.ts';
import { appCategories, blogCategories, ideaStatuses, searchKinds } from '#contract/vocabulary.ts';
import type { QueryCache, Source } from './api/query-cache.ts';
import * as sources from './api/sources.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';
import type { PageProps } from './page-props.ts';
import { parsePattern } from './route-parser.ts';
import { oneOf } from './search-params.ts';
import { BlogFailure, BlogLoading } from './site/blog-states.tsx';
import { IdeasFailure, IdeasLoading } from './site/ideas-states.tsx';
import {
  FollowMissing,
  IdeaMissing,
  PodMissing,
  PostMissing,
  ProjectMissing,
  ReceiptMissing,
} from './site/missing.tsx';
import { PageFailure, PageLoading, type StateProps } from './ui/states.tsx';

/** The routes: for every page its code, the data that it reads, and its loading and error states. */

const anyText = 'any text';

export interface Route extends LazyPage<PageProps> {
  pattern: string;
  /** The page's source file, its key in the build manifest. */
  module: string;
  sources(params: PageProps, search: URLSearchParams): Source<unknown>[];
  /** The query parameters that the page uses, each with its allowed values or `anyText`. */
  query: Record<string, readonly string[] | typeof anyText>;
  Loading: ComponentType;
  Failure: ComponentType<StateProps>;
  /** Shown, with status 404, when the API answers 404. */
  Missing?: ComponentType;
  isNotFound?: boolean;
  /** True for a page without the navigation and footer of the public site. */
  isBare?: boolean;
  /** True if the path contains a secret: the server sends the same HTML for all secrets, without data. */
  isPrivate?: boolean;
}

const page = (
  module: string,
  fetchModule: () => Promise<{ default: ComponentType<PageProps> }>,
  rest: Partial<Route> = {},
): Omit<Route, 'pattern'> => ({
  module: `web/${module}.tsx`,
  ...lazyPage(fetchModule),
  sources: () => [],
  query: {},
  Loading,
  Failure,
  ...rest,
});

const Loading = () => <PageLoading text="Loading" />;
const failedToLoad = `Failed to load ${site.name} data. Please try again.`;
const Failure = () => <PageFailure title={failedToLoad} />;

const partIn = (search: URLSearchParams, name: string, values: readonly string[]) => ({
  filter: oneOf(values, search.get(name)),
  q: foldSearch(search.get('q') ?? ''),
  limit: sources.shownIn(search),
  before: sources.beforeIn(search),
});

const publicRoutes: Record<PublicPage, Omit<Route, 'pattern'>> = {
  '/': page('site/home', () => import('./site/home.tsx'), {
    sources: () => [sources.stats, sources.apps, sources.pods, sources.milestones, sources.log],
    query: { category: appCategories },
    Loading: () => <PageLoading text="Loading the lab" />,
  }),
  '/project/:id': page('site/project', () => import('./site/project.tsx'), {
    sources: ({ id }) => [
      sources.app(id),
      sources.appLineage(id),
      sources.pods,
      sources.appLog(id),
    ],
    Missing: ProjectMissing,
  }),
  '/pods/:id': page('site/pod', () => import('./site/pod.tsx'), {
    sources: ({ id }, search) => [
      sources.pod(id),
      sources.lineage('pods', id),
      sources.podLog(id, sources.beforeIn(search)),
    ],
    query: { before: anyText },
    Missing: PodMissing,
  }),
  '/blog': page('site/blog', () => import('./site/blog.tsx'), {
    sources: (_, search) => [
      sources.blogPage({
        ...partIn(search, 'category', blogCategories),
        tag: sources.tagIn(search),
      }),
    ],
    query: {
      q: anyText,
      category: blogCategories,
      tag: anyText,
      shown: anyText,
      before: anyText,
    },
    Loading: BlogLoading,
    Failure: BlogFailure,
  }),
  '/blog/:id': page('site/post', () => import('./site/post.tsx'), {
    sources: ({ id }) => [sources.blog(id), sources.lineage('blogs', id), sources.blogAround(id)],
    Failure: BlogFailure,
    Missing: PostMissing,
  }),
  '/contact': page('site/contact', () => import('./site/contact.tsx')),
  '/ideas': page('site/ideas', () => import('./site/ideas.tsx'), {
    sources: (_, search) => [sources.ideas(partIn(search, 'status', ideaStatuses))],
    query: { q: anyText, status: ideaStatuses, shown: anyText, before: anyText },
    Loading: IdeasLoading,
    Failure: IdeasFailure,
  }),
  '/ideas/:id': page('site/idea', () => import('./site/idea.tsx'), {
    sources: ({ id }) => [
      sources.idea(id),
      sources.lineage('ideas', id.slice(-36)),
      sources.presses(id),
    ],
    Failure: IdeasFailure,
    Missing: IdeaMissing,
  }),
  '/submit-idea': page('site/submit-idea', () => import('./site/submit-idea.tsx')),
  '/join-team': page('site/join-team', () => import('./site/join-team.tsx')),
  '/workflow': page('site/workflow', () => import('./site/workflow.tsx')),
  '/search': page('site/search', () => import('./site/search.tsx'), {
    sources: (_, search) => [
      sources.search(foldSearch(search.get('q') ?? ''), oneOf(searchKinds, search.get('in'))),
    ],
    query: { q: anyText, in: searchKinds },
    Failure: () => <PageFailure title="The search did not answer. Please try again." />,
  }),
};

/** Matches /admin and every path below it. admin.tsx chooses the page, by path and user. */
const admin: Route = {
  pattern: '/admin',
  ...page('admin/admin', () => import('./admin/admin.tsx'), {
    isBare: true,
    Loading: () => <PageLoading text="Loading the staff area" />,
  }),
};

const privateRoutes: Record<PrivatePage, Omit<Route, 'pattern'>> = {
  /** The page of a submission, for its sender. */
  '/receipt/:id': page('site/receipt', () => import('./site/receipt.tsx'), {
    Loading: () => <PageLoading text="Loading your receipt" />,
    Failure: () => <PageFailure title="Failed to load your receipt. Please try again." />,
    Missing: ReceiptMissing,
  }),
  /** The page of somebody who follows an idea by e-mail. */
  '/follow/:id': page('site/follow', () => import('./site/follow.tsx'), {
    Missing: FollowMissing,
  }),
};

const routes: Route[] = [
  admin,
  ...privatePages.map(({ page: pattern }) => ({
    pattern,
    ...privateRoutes[pattern],
    isPrivate: true,
  })),
  ...publicPages.map((pattern) => ({ pattern, ...publicRoutes[pattern] })),
];

/** The cache key of the 404 page for unknown paths. Replaces the id in keys that all ids share, as in `/blog/*`. */
export const notFoundKey = '*';

/** Returns the cache path of a staff page. All staff pages except the sign-in share one page without content. */
export const staffFrame = (path: string) =>
  decode(path) === '/admin/login' ? '/admin/login' : `/admin/${notFoundKey}`;

const notFound: Route = {
  pattern: notFoundKey,
  ...page('site/not-found', () => import('./site/not-found.tsx'), { isNotFound: true }),
};

export interface Match {
  route: Route;
  params: PageProps;
}

export function matchRoute(path: string): Match {
  for (const route of routes) {
    const [matches, params] = matchPattern<{ id?: string }>(
      parsePattern,
      route.pattern,
      path,
      route.isBare,
    );
    if (matches) return { route, params: { id: decode(params.id ?? '') } };
  }
  return { route: notFound, params: { id: '' } };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Prefetches the code and data of a link's page. Ignores failures: the page fetches again. */
export const prefetcher = (cache: QueryCache) => (href: string) => {
  const { pathname, searchParams } = new URL(href, location.href);
  const { route, params } = matchRoute(pathname);
  route.load().catch(() => {});
  for (const { path } of route.sources(params, searchParams)) cache.prefetch(path);
};
