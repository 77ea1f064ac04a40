import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { navigate } from 'wouter/use-browser-location';
import { signedOutPages } from '#contract/entrance.ts';
import type { Login, SignedIn, User } from '#contract/user.ts';
import { okOrThrow } from '../api/client.ts';
import { endStaffDrafts, followLogout } from './staff-drafts.ts';

/** The session of the staff area. Its token and user are in localStorage, so all tabs share one session. */

interface Stored {
  token: string;
  user: User;
}

export interface Session {
  /** `token` and `user` are either both defined or both undefined. */
  token: string | undefined;
  user: User | undefined;
  /** True until the stored token, if any, has been checked. Always true on the server. */
  isRestoring: boolean;
  /**
   * The reason why there is no session. `unanswered`: a check of the stored token has failed and is repeated.
   * `abandoned`: all checks have failed. `ended`: the server has refused the token during the session.
   */
  trouble: 'unanswered' | 'abandoned' | 'ended' | undefined;
  /**
   * Signs in. Resolves to 'wrong' if the username or password is wrong, and to 'code' if they are right but the second
   * factor is missing or wrong. Rejects if the server did not check them, for example after too many attempts.
   */
  login(login: Login): Promise<'signed in' | 'wrong' | 'code'>;
  /** Starts a session that the server has created. */
  enter(signedIn: SignedIn): void;
  logout(): void;
  /**
   * Ends the session whose token the server has refused, and shows the sign-in, which leads back to the current page.
   * If `token` is not the stored token any more, adopts the stored session, if any, and returns false.
   */
  end(token: string): boolean;
  replaceUser(user: User): void;
}

const tokenKey = 'adminToken';
const userKey = 'adminUser';
const returnKey = 'adminReturn';
const loginEvent = 'admin-login';
const logoutEvent = 'admin-logout';

const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession must be used within a SessionProvider');
  return session;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [stored, setStored] = useState<Stored>();
  const [isRestoring, setRestoring] = useState(true);
  const [trouble, setTrouble] = useState<Session['trouble']>();

  useEffect(() => {
    let isUnmounted = false;
    const restored = checkStored(() => {
      if (!isUnmounted) setTrouble('unanswered');
    });
    restored.then((outcome) => {
      if (isUnmounted) return;
      setTrouble(outcome);
      setStored(readStored());
      setRestoring(false);
    });
    return () => {
      isUnmounted = true;
    };
  }, []);

  // `loginEvent` and `logoutEvent` come from this tab. A `storage` event reports a sign-in or logout in another tab.
  useEffect(() => {
    const follow = () => setStored(readStored());
    const onStorage = (event: StorageEvent) => {
      if (event.key !== tokenKey && event.key !== userKey && event.key !== null) return;
      follow();
    };
    addEventListener(loginEvent, follow);
    addEventListener(logoutEvent, follow);
    addEventListener('storage', onStorage);
    const stopFollowing = followLogout();
    return () => {
      stopFollowing();
      removeEventListener(loginEvent, follow);
      removeEventListener(logoutEvent, follow);
      removeEventListener('storage', onStorage);
    };
  }, []);

  const leave = useCallback(() => {
    removeSession();
    dispatchEvent(new Event(logoutEvent));
    navigate(signedOutPages.login, { replace: true, state: history.state });
  }, []);

  const end = useCallback(
    (refused: string) => {
      // A late response to a request of an earlier session must not end the current session.
      const current = readStored();
      const isCurrentToken = current?.token === refused;
      if (isCurrentToken) {
        rememberReturn();
        setTrouble('ended');
        leave();
      } else dispatchEvent(new Event(current ? loginEvent : logoutEvent));
      return isCurrentToken;
    },
    [leave],
  );

  const enter = useCallback((signedIn: SignedIn) => {
    setTrouble(undefined);
    storeSession(signedIn);
    dispatchEvent(new Event(loginEvent));
  }, []);

  const value = useMemo(
    (): Session => ({
      token: stored?.token,
      user: stored?.user,
      isRestoring,
      trouble,
      async login(login) {
        const outcome = await signIn(login);
        if (typeof outcome === 'string') return outcome;
        enter(outcome);
        return 'signed in';
      },
      enter,
      logout() {
        if (stored) revoke(stored.token);
        endStaffDrafts();
        leave();
        sessionStorage.removeItem(returnKey);
      },
      end,
      replaceUser(user) {
        if (!stored) return;
        storeSession({ ...stored, user });
        dispatchEvent(new Event(loginEvent));
      },
    }),
    [stored, isRestoring, trouble, leave, enter, end],
  );

  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Returns true for the pages of users who are not signed in. */
export const isEntrance = (path: string) => Object.values<string>(signedOutPages).includes(path);

/** Stores the current URL in sessionStorage, for `takeReturn` after the next sign-in. */
export function rememberReturn(): void {
  const { pathname, search, hash } = location;
  if (!isEntrance(pathname)) sessionStorage.setItem(returnKey, pathname + search + hash);
}

/** Returns and clears the URL from `rememberReturn`. Falls back to the dashboard if it is outside the staff area. */
export function takeReturn(): string {
  const address = sessionStorage.getItem(returnKey) ?? '';
  sessionStorage.removeItem(returnKey);
  return /^\/admin(?!\/(login|invite))(?=[/?#]|$)/.test(address) ? address : '/admin';
}

/** The delays in milliseconds before the repeated checks of the stored token. */
const retryDelays = [500, 1000, 2000, 4000];

/**
 * Checks the stored token and deletes it unless the server accepts it. After a 5xx or a network failure the token may
 * still be valid: `checkStored` calls `onSilence`, and repeats the check up to four times before it deletes the token.
 * It does not delete a token that another tab has stored in the meantime.
 */
async function checkStored(onSilence: () => void): Promise<'abandoned' | undefined> {
  const checked = readStored();
  const isCurrent = () => readStored()?.token === checked?.token;
  let status = checked ? await statusOfCheck(checked.token) : 0;
  for (const wait of checked ? retryDelays : []) {
    if (status < 500 || !isCurrent()) break;
    onSilence();
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (checked && isCurrent()) status = await statusOfCheck(checked.token);
  }
  if (status === 200 || !isCurrent()) return undefined;
  removeSession();
  return checked && status >= 500 ? 'abandoned' : undefined;
}

/** Resolves to the status of the response, or to 504 after a network failure or ten seconds without a response. */
const statusOfCheck = (token: string): Promise<number> =>
  fetch('/api/admin/blogs', {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  }).then(
    ({ ok, status }) => (ok ? 200 : status),
    () => 504,
  );

async function signIn(login: Login): Promise<SignedIn | 'wrong' | 'code'> {
  const response = await fetch('/api/admin/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(login),
  });
  if (response.status === 429 || response.status >= 500) await okOrThrow(response);
  if (response.ok) return response.json();
  const refusal = await response.json().catch(() => undefined);
  return refusal?.fields?.code ? 'code' : 'wrong';
}

/** Revokes the token on the server. Ignores a failure, because the browser deletes the token in any case. */
function revoke(token: string): void {
  fetch('/api/admin/logout', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => {});
}

function readStored(): Stored | undefined {
  try {
    const token = localStorage.getItem(tokenKey);
    const user = JSON.parse(localStorage.getItem(userKey) ?? 'null');
    return token && user ? { token, user } : undefined;
  } catch {
    return undefined;
  }
}

function storeSession({ token, user }: Stored): void {
  localStorage.setItem(tokenKey, token);
  localStorage.setItem(userKey, JSON.stringify(user));
}

function removeSession(): void {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(userKey);
}
