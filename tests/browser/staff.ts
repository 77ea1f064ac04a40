import type { APIRequestContext, Page } from '@playwright/test';
import { userDraft } from '../drafts.ts';
import { admin, waitForHydration } from './site.ts';

interface Session {
  token: string;
  user: { username: string };
}

/** Sessions by user and server. The tests share them, because hashing a password is slow on purpose. */
const sessions = new Map<string, Promise<Session>>();

/** The origins of request contexts. A context does not expose its base URL, but a response has its URL. */
const origins = new WeakMap<APIRequestContext, string>();

async function originOf(request: APIRequestContext): Promise<string> {
  const known = origins.get(request);
  if (known) return known;
  const { origin } = new URL((await request.head('/robots.txt')).url());
  origins.set(request, origin);
  return origin;
}

export async function sessionOf(request: APIRequestContext, who: object): Promise<Session> {
  const name = `${await originOf(request)} ${JSON.stringify(who)}`;
  const session =
    sessions.get(name) ??
    request.post('/api/admin/login', { data: who }).then((response) => response.json());
  sessions.set(name, session);
  return session;
}

export const token = async (request: APIRequestContext, who: object = admin): Promise<string> =>
  (await sessionOf(request, who)).token;

/** Opens a page with a session in localStorage, as if the user had signed in before. */
export async function openSignedIn(page: Page, path: string, who: object = admin) {
  const session = await sessionOf(page.request, who);
  await page.addInitScript(({ token: value, user }) => {
    // The script also runs on about:blank, which has no storage. `seeded` keeps it from overwriting a later session.
    if (location.origin === 'null' || sessionStorage.getItem('seeded')) return;
    sessionStorage.setItem('seeded', 'yes');
    localStorage.setItem('adminToken', value);
    localStorage.setItem('adminUser', JSON.stringify(user));
  }, session);
  await page.goto(path);
  await waitForHydration(page);
}

export const unique = () => Math.random().toString(36).slice(2, 10);

export async function makeUser(request: APIRequestContext, role: string) {
  const who = { username: `${role}-${unique()}`, password: 'six or more' };
  await request.post('/api/admin/users', {
    data: { ...userDraft, ...who, role },
    headers: { Authorization: `Bearer ${await token(request)}` },
  });
  return who;
}

const colleagues = new Map<string, ReturnType<typeof makeUser>>();

/** Returns a user with this role. Tests share the user, because hashing is slow, and must not change it. */
export async function colleague(request: APIRequestContext, role: string) {
  const name = `${await originOf(request)} ${role}`;
  const made = colleagues.get(name) ?? makeUser(request, role);
  colleagues.set(name, made);
  return made;
}

export const create = async (request: APIRequestContext, kind: string, data: object) =>
  (
    await request.post(`/api/admin/${kind}`, {
      data,
      headers: { Authorization: `Bearer ${await token(request)}` },
    })
  ).json();
