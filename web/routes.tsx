import type { ComponentType } from 'react';
import { site } from '#site.config.ts';
import type { Reads, Source } from './api/reads.ts';
import * as sources from './api/sources.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';
import type { PageProps } from './page-props.ts';
import { BlogFailure, BlogLoading } from './site/blog-states.tsx';
import { IdeasFailure, IdeasLoading } from './site/ideas-states.tsx';
import { PostMissing, ProjectMissing } from './site/missing.tsx';
import { PageFailure, PageLoading, type StateProps } from './ui/states.tsx';

/** Every page: its address, its code, the data it reads, and what shows while that is away. */

export interface Route extends LazyPage<PageProps> {
  pattern: string;
  /** The page's file, by which the build knows its chunk. */
  module: string;
  reads(params: PageProps, search: URLSearchParams): Source<unknown>[];
  /** The parts of the query that it shows something by. */
  query: string[];
  Loading: ComponentType;
  Failure: ComponentType<StateProps>;
  /** Shown, with 404, where the data says that there is no such thing. */
  Missing?: ComponentType;
  isNotFound?: boolean;
  /** Without the public site's chrome. */
  isBare?: boolean;
}

const page = (
  pattern: string,
  module: string,
  fetchModule: () => Promise<{ default: ComponentType<PageProps> }>,
  rest: Partial<Route> = {},
): Route => ({
  pattern,
  module: `web/${module}.tsx`,
  ...lazyPage(fetchModule),
  reads: () => [],
  query: [],
  Loading,
  Failure,
  ...rest,
});

const Loading = () => <PageLoading text="Loading" />;
const failedToLoad = `Failed to load ${site.name} data. Please try again.`;
const Failure = () => <PageFailure title={failedToLoad} />;

export const routes: Route[] = [
  page('/', 'site/home', () => import('./site/home.tsx'), {
    reads: () => [sources.stats, sources.apps, sources.pods, sources.milestones],
    query: ['category'],
    Loading: () => <PageLoading text="Loading the lab" />,
  }),
  page('/project/:id', 'site/project', () => import('./site/project.tsx'), {
    reads: ({ id }) => [sources.app(id), sources.pods],
    Missing: ProjectMissing,
  }),
  page('/blog', 'site/blog', () => import('./site/blog.tsx'), {
    reads: () => [sources.blogs],
    query: ['q', 'category', 'shown'],
    Loading: BlogLoading,
    Failure: BlogFailure,
  }),
  page('/blog/:id', 'site/post', () => import('./site/post.tsx'), {
    reads: ({ id }) => [sources.blog(id)],
    Failure: BlogFailure,
    Missing: PostMissing,
  }),
  page('/contact', 'site/contact', () => import('./site/contact.tsx')),
  page('/ideas', 'site/ideas', () => import('./site/ideas.tsx'), {
    reads: (_, search) => [
      sources.ideas(
        search.get('status') ?? '',
        (search.get('q') ?? '').trim().toLowerCase(),
        sources.shownIn(search),
      ),
    ],
    query: ['q', 'status', 'shown'],
    Loading: IdeasLoading,
    Failure: IdeasFailure,
  }),
  page('/submit-idea', 'site/submit-idea', () => import('./site/submit-idea.tsx')),
  page('/join-team', 'site/join-team', () => import('./site/join-team.tsx')),
  page('/workflow', 'site/workflow', () => import('./site/workflow.tsx')),
];

/** One frame for all of it: its pages are chosen inside, by who is signed in. */
const admin = page('/admin', 'admin/admin', () => import('./admin/admin.tsx'), {
  isBare: true,
  Loading: () => <PageLoading text="Loading the staff area" />,
});

/** In place of the path of a page that is the same wherever it is. */
export const anywhere = '*';

const notFound = page(anywhere, 'site/not-found', () => import('./site/not-found.tsx'), {
  isNotFound: true,
});

export interface Match {
  route: Route;
  params: PageProps;
}

export function matchRoute(path: string): Match {
  if (path === '/admin' || path.startsWith('/admin/')) return { route: admin, params: { id: '' } };
  const parts = path.split('/');
  for (const route of routes) {
    const pattern = route.pattern.split('/');
    const fits = pattern.every((piece, index) => piece === parts[index] || piece === ':id');
    if (!fits || pattern.length !== parts.length) continue;
    const id = decode(parts[pattern.indexOf(':id')] ?? '');
    if (pattern.includes(':id') && !id) continue;
    return { route, params: { id } };
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

/** Gets what a link leads to while somebody is about to follow it. Whether it fails shows later. */
export const prefetcher = (reads: Reads) => (href: string) => {
  const { pathname, searchParams } = new URL(href, location.href);
  const { route, params } = matchRoute(pathname);
  route.load().catch(() => {});
  for (const { path } of route.reads(params, searchParams)) reads.prefetch(path);
};
