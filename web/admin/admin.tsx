import '../styles/admin.css';
import { type ComponentType, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { canOpen, isRole, type Section } from '#contract/access.ts';
import { site } from '#site.config.ts';
import { Reads, ReadsContext, useReads } from '../api/reads.ts';
import { type LazyPage, lazyPage } from '../lazy-page.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Alert, PageLoading } from '../ui/states.tsx';
import { Denied } from './denied.tsx';
import { Login } from './login.tsx';
import { Tips } from './parts/tip.tsx';
import { createRequest, RequestContext } from './request.ts';
import { type Session, SessionProvider, useSession } from './session.tsx';
import { Shell } from './shell.tsx';

/** The staff area. What it shows depends on who looks, so the server sends only this frame. */
export default function Admin() {
  return (
    <SessionProvider>
      <title>{`Staff area · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <Tips>
        <Gate />
      </Tips>
    </SessionProvider>
  );
}

interface StaffPage extends LazyPage<object> {
  section: Section;
  failure: string;
}

const page = (
  section: Section,
  failure: string,
  fetchModule: () => Promise<{ default: ComponentType }>,
): StaffPage => ({ section, failure, ...lazyPage(fetchModule) });

const dashboard = page(
  'dashboard',
  'Failed to load the dashboard',
  () => import('./dashboard.tsx'),
);

/** By exact path; any other falls back to the dashboard. */
const pages: Record<string, StaffPage> = {
  '/admin': dashboard,
  '/admin/pods': page('pods', 'Failed to load pods', () => import('./pods.tsx')),
  '/admin/apps': page('apps', 'Failed to load apps', () => import('./apps.tsx')),
  '/admin/blogs': page('blogs', 'Failed to load blogs', () => import('./blogs.tsx')),
  '/admin/applications': page(
    'applications',
    'Failed to fetch applications',
    () => import('./applications.tsx'),
  ),
  '/admin/ideas': page('ideas', 'Failed to fetch idea submissions', () => import('./ideas.tsx')),
  '/admin/contacts': page('contacts', 'Failed to fetch contacts', () => import('./contacts.tsx')),
  '/admin/settings': page('settings', 'Failed to load settings', () => import('./settings.tsx')),
  '/admin/users': page('users', 'Failed to fetch users', () => import('./users.tsx')),
};

function Gate() {
  const session = useSession();
  const [path, navigate] = useLocation();
  const isLogin = path === '/admin/login';
  const outside = !session.isRestoring && !session.token;

  useEffect(() => {
    if (outside && !isLogin) navigate('/admin/login', { replace: true });
  }, [outside, isLogin, navigate]);

  if (isLogin) return <Login />;
  if (session.isRestoring || outside) return <PageLoading text="Restoring your session" />;
  return <Inside session={session} path={path} />;
}

function Inside({ session, path }: { session: Session; path: string }) {
  const { token = '', end, user } = session;
  const request = useMemo(() => createRequest(token, () => end(token)), [token, end]);
  const reads = useMemo(() => new Reads((address) => request('GET', address)), [request]);
  const page = pages[path] ?? dashboard;
  const role = user?.role ?? '';
  if (!isRole(role)) {
    return <Denied>You need admin privileges to access this dashboard.</Denied>;
  }
  return (
    <RequestContext value={request}>
      <ReadsContext value={reads}>
        <Shell path={path}>
          {canOpen(role, page.section) ? (
            <Opened key={path} page={page} />
          ) : (
            <Denied>You don't have permission to access this page.</Denied>
          )}
        </Shell>
      </ReadsContext>
    </RequestContext>
  );
}

function Opened({ page: { Page, failure, retry } }: { page: StaffPage }) {
  const reads = useReads();
  // What failed earlier is asked for anew on arrival.
  function tryAgain() {
    reads.retry();
    retry();
  }
  useState(tryAgain);
  return (
    <ErrorBoundary
      fallback={(_, again) => (
        <Alert
          title={failure}
          onRetry={() => {
            tryAgain();
            again();
          }}
        />
      )}
    >
      <Suspense fallback={<PageLoading text="Loading" />}>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
}
