import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { site } from '#site.config.ts';
import {
  appQuery,
  appsQuery,
  blogQuery,
  blogsQuery,
  ideasQuery,
  milestonesQuery,
  podsQuery,
  statsQuery,
} from './api/queries.ts';
import type { PageProps } from './page-props.ts';
import { BlogFailure, BlogLoading } from './site/blog-states.tsx';
import { IdeasFailure, IdeasLoading } from './site/ideas-states.tsx';
import { PostMissing, ProjectMissing } from './site/missing.tsx';
import { PageFailure, PageLoading, type StateProps } from './ui/states.tsx';

/** Every page: its address, its code, the data it reads, and what shows while that is away. */

export interface Route {
  pattern: string;
  /** The page's file, by which the build knows its chunk. */
  module: string;
  Page: LazyExoticComponent<ComponentType<PageProps>>;
  load(): Promise<unknown>;
  queries(params: PageProps): { queryKey: string[] }[];
  Loading: ComponentType;
  Failure: ComponentType<StateProps>;
  /** Shown, with 404, where the data says that there is no such thing. */
  Missing?: ComponentType;
  isNotFound?: boolean;
}

type Module = { default: ComponentType<PageProps> };

const page = (
  pattern: string,
  module: string,
  load: () => Promise<Module>,
  rest: Partial<Route> = {},
): Route => ({
  pattern,
  module: `web/site/${module}.tsx`,
  load,
  Page: lazy(load),
  queries: () => [],
  Loading,
  Failure,
  ...rest,
});

const Loading = () => <PageLoading text="Loading" />;
const failedToLoad = `Failed to load ${site.name} data. Please try again.`;
const Failure = () => <PageFailure title={failedToLoad} />;

export const routes: Route[] = [
  page('/', 'home', () => import('./site/home.tsx'), {
    queries: () => [statsQuery, appsQuery, podsQuery, milestonesQuery],
    Loading: () => <PageLoading text="Loading the lab" />,
  }),
  page('/project/:id', 'project', () => import('./site/project.tsx'), {
    queries: ({ id }) => [appQuery(id), podsQuery],
    Missing: ProjectMissing,
  }),
  page('/blog', 'blog', () => import('./site/blog.tsx'), {
    queries: () => [blogsQuery],
    Loading: BlogLoading,
    Failure: BlogFailure,
  }),
  page('/blog/:id', 'post', () => import('./site/post.tsx'), {
    queries: ({ id }) => [blogQuery(id)],
    Failure: BlogFailure,
    Missing: PostMissing,
  }),
  page('/contact', 'contact', () => import('./site/contact.tsx')),
  page('/ideas', 'ideas', () => import('./site/ideas.tsx'), {
    queries: () => [ideasQuery],
    Loading: IdeasLoading,
    Failure: IdeasFailure,
  }),
  page('/submit-idea', 'submit-idea', () => import('./site/submit-idea.tsx')),
  page('/join-team', 'join-team', () => import('./site/join-team.tsx')),
  page('/workflow', 'workflow', () => import('./site/workflow.tsx')),
];

const notFound = page('*', 'not-found', () => import('./site/not-found.tsx'), {
  isNotFound: true,
});

export interface Match {
  route: Route;
  params: PageProps;
}

export function matchRoute(path: string): Match {
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
export const prefetcher = (client: QueryClient) => (href: string) => {
  const { route, params } = matchRoute(href.split(/[?#]/)[0] || '/');
  route.load().catch(() => {});
  for (const query of route.queries(params)) client.prefetchQuery(query);
};
