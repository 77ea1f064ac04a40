import '../styles/admin.css';
import { type ComponentType, lazy, Suspense, useEffect, useMemo } from 'react';
import { useLocation } from 'wouter';
import { canOpen, isRole, type Section } from '#contract/access.ts';
import { site } from '#site.config.ts';
import { Reads, ReadsContext } from '../api/reads.ts';
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

const Dashboard = lazy(() => import('./dashboard.tsx'));
const Pods = lazy(() => import('./pods.tsx'));
const Apps = lazy(() => import('./apps.tsx'));
const Blogs = lazy(() => import('./blogs.tsx'));
const Applications = lazy(() => import('./applications.tsx'));
const Ideas = lazy(() => import('./ideas.tsx'));
const Contacts = lazy(() => import('./contacts.tsx'));
const Settings = lazy(() => import('./settings.tsx'));
const Users = lazy(() => import('./users.tsx'));

const dashboard = {
  section: 'dashboard' as const,
  Page: Dashboard,
  failure: 'Failed to load the dashboard',
};

/** By exact path; any other falls back to the dashboard. */
const pages: Record<string, { section: Section; Page: ComponentType; failure: string }> = {
  '/admin': dashboard,
  '/admin/pods': { section: 'pods', Page: Pods, failure: 'Failed to load pods' },
  '/admin/apps': { section: 'apps', Page: Apps, failure: 'Failed to load apps' },
  '/admin/blogs': { section: 'blogs', Page: Blogs, failure: 'Failed to load blogs' },
  '/admin/applications': {
    section: 'applications',
    Page: Applications,
    failure: 'Failed to fetch applications',
  },
  '/admin/ideas': { section: 'ideas', Page: Ideas, failure: 'Failed to fetch idea submissions' },
  '/admin/contacts': { section: 'contacts', Page: Contacts, failure: 'Failed to fetch contacts' },
  '/admin/settings': { section: 'settings', Page: Settings, failure: 'Failed to load settings' },
  '/admin/users': { section: 'users', Page: Users, failure: 'Failed to fetch users' },
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
  const request = useMemo(() => createRequest(token, end), [token, end]);
  const reads = useMemo(() => new Reads((address) => request('GET', address)), [request]);
  const { section, Page, failure } = pages[path] ?? dashboard;
  const role = user?.role ?? '';
  if (!isRole(role)) {
    return <Denied>You need admin privileges to access this dashboard.</Denied>;
  }
  return (
    <RequestContext value={request}>
      <ReadsContext value={reads}>
        <Shell path={path}>
          {canOpen(role, section) ? (
            <ErrorBoundary
              key={path}
              fallback={(_, again) => (
                <Alert
                  title={failure}
                  onRetry={() => {
                    reads.retry();
                    again();
                  }}
                />
              )}
            >
              <Suspense fallback={<PageLoading text="Loading" />}>
                <Page />
              </Suspense>
            </ErrorBoundary>
          ) : (
            <Denied>You don't have permission to access this page.</Denied>
          )}
        </Shell>
      </ReadsContext>
    </RequestContext>
  );
}
