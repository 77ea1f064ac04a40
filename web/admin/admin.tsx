import '../styles/admin.css';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { matchRoute, useLocation } from 'wouter';
import { canOpen, isRole } from '#contract/access.ts';
import { signedOutPages } from '#contract/entrance.ts';
import { site } from '#contract/site/lab.ts';
import { QueryCache, QueryCacheContext, useQueryCache } from '../api/query-cache.ts';
import { parsePattern } from '../route-parser.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Alert, PageLoading } from '../ui/states.tsx';
import { Denied } from './denied.tsx';
import { Login } from './login.tsx';
import { LoginCallback } from './login-callback.tsx';
import { dashboard, invite, type LazyStaffPage, pages, type StaffPage } from './pages.ts';
import { createRequest, RequestContext } from './request.ts';
import {
  isEntrance,
  rememberReturn,
  type Session,
  SessionProvider,
  useSession,
} from './session.tsx';
import { Shell } from './shell.tsx';

/** The staff area. The server does not know the signed-in user, so it renders only the sign-in or a loading state. */
export default function Admin() {
  return (
    <SessionProvider>
      <title>{`Staff area · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <div className="scripts-off">
        <div className="wrap state">
          <div>
            <h1 className="d3">The staff area needs scripts</h1>
            <p className="muted">Allow JavaScript for this site, then reload the page.</p>
          </div>
        </div>
      </div>
      <Gate />
    </SessionProvider>
  );
}

function Gate() {
  const session = useSession();
  const [path, navigate] = useLocation();
  const isEntrancePage = isEntrance(path);
  const isSignedOut = !session.isRestoring && !session.token;

  useEffect(() => {
    if (!isSignedOut || isEntrancePage) return;
    rememberReturn();
    navigate(signedOutPages.login, { replace: true, state: history.state });
  }, [isSignedOut, isEntrancePage, navigate]);

  // Fetches the code of the page while the session is checked. If that fails, `Opened` tries again.
  useEffect(() => {
    if (session.isRestoring && !isEntrancePage) {
      pageAt(path)
        .load()
        .catch(() => {});
    }
  }, [session.isRestoring, path, isEntrancePage]);

  if (path === signedOutPages.login) return <Login />;
  if (!session.isRestoring && path === signedOutPages.callback) return <LoginCallback />;
  if (!session.isRestoring && path === signedOutPages.invite) {
    return <Loaded page={invite} onRetry={invite.retry} />;
  }
  if (session.isRestoring || isSignedOut) {
    return (
      <PageLoading
        text={
          session.trouble
            ? 'The server does not answer. Still trying to restore your session'
            : 'Restoring your session'
        }
      />
    );
  }
  // The key makes React discard the state of all pages when another user signs in.
  return <Inside key={session.user?.id} session={session} path={path} />;
}

const pageAt = (path: string): StaffPage =>
  pages.find((each) => matchRoute(parsePattern, each.path, path)[0]) ?? dashboard;

function Inside({ session, path }: { session: Session; path: string }) {
  const { token = '', end, user } = session;
  const request = useMemo(
    () => createRequest(token, user?.id ?? '', () => end(token)),
    [token, end, user?.id],
  );
  const cache = useMemo(() => new QueryCache((address) => request('GET', address)), [request]);
  const page = pageAt(path);
  const role = user?.role ?? '';
  if (!isRole(role)) {
    return <Denied>You need admin privileges to access this dashboard.</Denied>;
  }
  return (
    <RequestContext value={request}>
      <QueryCacheContext value={cache}>
        <Shell path={path}>
          {canOpen(role, page.section) ? (
            <Opened key={page.path} page={page} />
          ) : (
            <Denied>You don't have permission to access this page.</Denied>
          )}
        </Shell>
      </QueryCacheContext>
    </RequestContext>
  );
}

/** Renders a page whose code is fetched when it is first opened. */
function Loaded({ page: { Page, failure }, onRetry }: { page: LazyStaffPage; onRetry(): void }) {
  return (
    <ErrorBoundary
      fallback={(_, again) => (
        <Alert
          title={failure}
          onRetry={() => {
            onRetry();
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

function Opened({ page }: { page: StaffPage }) {
  const cache = useQueryCache();
  function tryAgain() {
    cache.retry();
    page.retry();
  }
  // Retries failed queries, and the code of this page, when the page is opened: `useState` runs `tryAgain` only once.
  useState(tryAgain);
  return <Loaded page={page} onRetry={tryAgain} />;
}
