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
import type { SignedIn, User } from '#contract/user.ts';
import { okOrThrow } from '../api/client.ts';

/** Who is signed in, here and in the other tabs. */

interface Stored {
  token: string;
  user: User;
}

export interface Session {
  /** Both or none: without a token there is no user. */
  token: string | undefined;
  user: User | undefined;
  /** True while a stored token is being checked. */
  isRestoring: boolean;
  /** False where the username or password is wrong; throws where nobody looked. */
  login(username: string, password: string): Promise<boolean>;
  logout(): void;
  /** The server refuses this token: back to the sign-in, and back here after it. False: it was over already. */
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

  useEffect(() => {
    let left = false;
    restore().then(() => {
      if (left) return;
      setStored(readStored());
      setRestoring(false);
    });
    return () => {
      left = true;
    };
  }, []);

  // Raised elsewhere in this page, or by another tab through the storage both share.
  useEffect(() => {
    const follow = () => setStored(readStored());
    const onStorage = (event: StorageEvent) => {
      if (event.key !== tokenKey && event.key !== userKey && event.key !== null) return;
      // Signed out elsewhere: whoever signs in again here goes on where they were.
      if (!readStored()) sessionStorage.setItem(returnKey, location.pathname + location.search);
      follow();
    };
    addEventListener(loginEvent, follow);
    addEventListener(logoutEvent, follow);
    addEventListener('storage', onStorage);
    return () => {
      removeEventListener(loginEvent, follow);
      removeEventListener(logoutEvent, follow);
      removeEventListener('storage', onStorage);
    };
  }, []);

  const leave = useCallback((comeBack: boolean) => {
    // More than one call may find out.
    if (comeBack && location.pathname !== '/admin/login')
      sessionStorage.setItem(returnKey, location.pathname + location.search);
    forget();
    dispatchEvent(new Event(logoutEvent));
    navigate('/admin/login');
  }, []);

  const end = useCallback(
    (refused: string) => {
      // A late answer to an earlier session is no word on the one that is here by now.
      const now = readStored();
      const isThis = now?.token === refused;
      if (isThis) leave(true);
      else dispatchEvent(new Event(now ? loginEvent : logoutEvent));
      return isThis;
    },
    [leave],
  );

  const value = useMemo(
    (): Session => ({
      token: stored?.token,
      user: stored?.user,
      isRestoring,
      async login(username, password) {
        const signedIn = await signIn(username, password);
        if (!signedIn) return false;
        keep(signedIn);
        dispatchEvent(new Event(loginEvent));
        return true;
      },
      logout() {
        if (stored) revoke(stored.token);
        leave(false);
      },
      end,
      replaceUser(user) {
        if (!stored) return;
        keep({ ...stored, user });
        dispatchEvent(new Event(loginEvent));
      },
    }),
    [stored, isRestoring, leave, end],
  );

  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Where somebody was when their session ended; the dashboard otherwise. */
export function takeReturn(): string {
  const path = sessionStorage.getItem(returnKey) ?? '/admin';
  sessionStorage.removeItem(returnKey);
  return path.startsWith('/admin') && path !== '/admin/login' ? path : '/admin';
}

/** Clears what is stored where it is no longer good. Meanwhile somebody may have signed in anew. */
async function restore(): Promise<void> {
  const found = readStored();
  if (found) {
    try {
      const response = await fetch('/api/admin/blogs', {
        headers: { Authorization: `Bearer ${found.token}` },
      });
      if (response.ok) return;
    } catch {}
  }
  if (readStored()?.token === found?.token) forget();
}

async function signIn(username: string, password: string): Promise<SignedIn | undefined> {
  const response = await fetch('/api/admin/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (response.status === 429 || response.status >= 500) await okOrThrow(response);
  return response.ok ? response.json() : undefined;
}

/** Nobody waits for it: the token is gone from here either way. */
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

function keep({ token, user }: Stored): void {
  localStorage.setItem(tokenKey, token);
  localStorage.setItem(userKey, JSON.stringify(user));
}

function forget(): void {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(userKey);
}
