import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { canOpen } from '#contract/access.ts';
import { listRoutes } from '#server/api/api.ts';
import type { ApiDeps } from '#server/api/deps.ts';
import type { Route } from '#server/api/route.ts';
import { newApplication } from '#server/store/application.ts';
import { newContact } from '#server/store/contact.ts';
import { saveSubmission } from '#server/store/receive.ts';
import type { Db } from '#server/store/store.ts';
import * as drafts from '../drafts.ts';
import { enginesToAttack, isFullRun, reportFigures, seededRandom } from './attack.ts';
import { type ContentTable, inParallel, readRows, startAttacked } from './attacked.ts';
import { bodies } from './bodies.ts';
import { bytesOf, exchange, type WireRequest } from './wire.ts';

/** Tests every route with every role and every spelling of its path. A sample run takes some of these requests. */

/** A canary text in data that only staff may see. */
const canary = `canary${randomUUID().replaceAll('-', '')}`;

type Mutation = (request: WireRequest, forward: WireRequest) => WireRequest;
const withSpelling =
  (spell: (path: string) => string): Mutation =>
  (request) => ({ ...request, target: spell(request.target) });
const withMethod =
  (method: string, headers: Record<string, string> = {}): Mutation =>
  (request) => ({ ...request, method, headers: { ...request.headers, ...headers } });
const hex = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
/** `lastSlash` replaces the slash before the last segment of a path, `secondSlash` replaces the slash after /api. */
const lastSlash = (path: string, by: string) => path.replace(/\/([^/]*)$/, `${by}$1`);
const secondSlash = (path: string, by: string) => path.replace(/^(\/api)\//, `$1${by}`);

/** Headers that some proxies and frameworks accept as the real path or method. */
const pathHeaders = [
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-Forwarded-Uri',
  'X-Forwarded-Path',
  'X-Forwarded-Prefix',
  'X-Accel-Redirect',
];
const methodHeaders = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'];

const mutations: Record<string, Mutation> = {
  'as it is': (request) => request,
  '// in front': withSpelling((path) => `/${path}`),
  '/// in front': withSpelling((path) => `//${path}`),
  '// after /api': withSpelling((path) => secondSlash(path, '//')),
  '// before the end': withSpelling((path) => lastSlash(path, '//')),
  '// everywhere': withSpelling((path) => path.replaceAll('/', '//')),
  '/./ in front': withSpelling((path) => `/.${path}`),
  '/./ after /api': withSpelling((path) => secondSlash(path, '/./')),
  '/../ in front': withSpelling((path) => `/..${path}`),
  'up and down again': withSpelling((path) => secondSlash(path, '/stats/../')),
  'out of the login': withSpelling((path) => path.replace('/admin/', '/admin/login/../')),
  'out of the assets': withSpelling((path) => `/assets/..${path}`),
  'out of the staff pages': withSpelling((path) => `/admin/..${path}`),
  'out with a semicolon': withSpelling((path) => `/assets/..;${path}`),
  '%2e in front': withSpelling((path) => `/%2e${path}`),
  '%2e%2e after /api': withSpelling((path) => secondSlash(path, '/x/%2e%2e/')),
  '.%2E after /api': withSpelling((path) => secondSlash(path, '/x/.%2E/')),
  '%2f after /api': withSpelling((path) => secondSlash(path, '%2f')),
  '%2F before the end': withSpelling((path) => lastSlash(path, '%2F')),
  '%2f in front': withSpelling((path) => `/%2f${path.slice(1)}`),
  '%2f..%2f at the end': withSpelling((path) => `${path}%2f..%2fx`),
  'first letters encoded': withSpelling((path) =>
    path.replace(/\/(\w)/g, (_, letter) => `/${hex(letter)}`),
  ),
  'admin encoded': withSpelling((path) => path.replace('admin', '%61%64%6D%69%6e')),
  'api encoded': withSpelling((path) => path.replace('api', '%61%70%69')),
  'every letter encoded': withSpelling((path) => path.replace(/\w/g, hex)),
  'encoded twice': withSpelling((path) => path.replace('admin', '%2561dmin')),
  'upper case': withSpelling((path) => path.toUpperCase()),
  'API in capitals': withSpelling((path) => path.replace('/api', '/API')),
  'Admin with a capital': withSpelling((path) => path.replace('admin', 'Admin')),
  'a slash behind': withSpelling((path) => `${path}/`),
  'two slashes behind': withSpelling((path) => `${path}//`),
  '/. behind': withSpelling((path) => `${path}/.`),
  '/x/.. behind': withSpelling((path) => `${path}/x/..`),
  ';x behind': withSpelling((path) => `${path};x`),
  ';x everywhere': withSpelling((path) => path.replace(/(?<=\w)(\/|$)/g, ';x$1')),
  '? behind': withSpelling((path) => `${path}?`),
  'a query': withSpelling((path) => `${path}?access=public&token=x`),
  '%3f behind': withSpelling((path) => `${path}%3f`),
  '# behind': withSpelling((path) => `${path}#x`),
  '%23 behind': withSpelling((path) => `${path}%23`),
  '%00 behind': withSpelling((path) => `${path}%00`),
  '%00 after admin': withSpelling((path) => path.replace('admin', 'admin%00')),
  '%20 behind': withSpelling((path) => `${path}%20`),
  '%0d%0a behind': withSpelling((path) => `${path}%0d%0aX:%20y`),
  '.json behind': withSpelling((path) => `${path}.json`),
  '.css behind': withSpelling((path) => `${path}/x.css`),
  'overlong slash, two bytes': withSpelling((path) => secondSlash(path, '%c0%af')),
  'overlong slash, three bytes': withSpelling((path) => secondSlash(path, '%e0%80%af')),
  'overlong dots': withSpelling((path) => secondSlash(path, '/x/%c0%ae%c0%ae/')),
  'overlong letter': withSpelling((path) => path.replace('admin', '%c1%a1dmin')),
  'a wide slash': withSpelling((path) => secondSlash(path, '%ef%bc%8f')),
  'raw bytes over 127': withSpelling((path) => path.replace('admin', '\xe1dmin')),
  'backslash after /api': withSpelling((path) => secondSlash(path, '\\')),
  'backslash in front': withSpelling((path) => path.replace('/', '\\')),
  '%5c after /api': withSpelling((path) => secondSlash(path, '%5c')),
  'a tab behind': withSpelling((path) => `${path}\t`),
  'absolute form': withSpelling((path) => `http://lab.example${path}`),
  'absolute form, elsewhere': withSpelling((path) => `https://user:secret@other.example${path}`),
  'absolute form, no path': withSpelling((path) => `http://lab.example?${path}`),
  'absolute form, upwards': withSpelling((path) => `http://lab.example/x/..${path}`),
  'another scheme': withSpelling((path) => `file://${path}`),
  HEAD: withMethod('HEAD'),
  OPTIONS: withMethod('OPTIONS', {
    Origin: 'https://other.example',
    'Access-Control-Request-Method': 'DELETE',
  }),
  TRACE: withMethod('TRACE'),
  PROPFIND: withMethod('PROPFIND'),
  'method in small letters': (request) => ({ ...request, method: request.method.toLowerCase() }),
  ...Object.fromEntries(
    methodHeaders.flatMap((name) =>
      ['GET', 'POST'].map((carrier): [string, Mutation] => [
        `${name} on ${carrier}`,
        (request) => withMethod(carrier, { [name]: request.method })(request, request),
      ]),
    ),
  ),
  '_method in the query': (request) => ({
    ...request,
    method: 'POST',
    target: `${request.target}?_method=${request.method}`,
  }),
  '_method in JSON': (request) => ({
    ...request,
    method: 'POST',
    body: JSON.stringify({ ...JSON.parse(request.body ?? '{}'), _method: request.method }),
  }),
  '_method in a form': (request) => ({
    ...request,
    method: 'POST',
    headers: { ...request.headers, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `_method=${request.method}`,
  }),
  ...Object.fromEntries(
    pathHeaders.flatMap((name): [string, Mutation][] => [
      [
        `${name} on a way that is open`,
        (request, open) => ({
          ...open,
          headers: { ...open.headers, [name]: request.target },
        }),
      ],
      [
        `${name} with the route's method`,
        (request, open) => ({
          ...request,
          target: open.target,
          headers: { ...request.headers, [name]: request.target },
        }),
      ],
      [
        `${name} naming an open way`,
        (request) => ({ ...request, headers: { ...request.headers, [name]: '/api/stats' } }),
      ],
    ]),
  ),
};

const callers = ['nobody', 'garbage', 'blog-admin', 'admin'] as const;
type CallerName = (typeof callers)[number];

const mayOpen = ({ access }: Route, caller: CallerName) =>
  access === 'public' ||
  (caller !== 'nobody' &&
    caller !== 'garbage' &&
    (access === 'signed-in' || canOpen(caller, access)));

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const tableOf = ({ path }: Route) => path.split('/')[3] as ContentTable;

/** Creates a contact and an application with the canary in private fields, and sets it as the notes of all ideas. */
async function plant(db: Db): Promise<void> {
  const now = new Date();
  const { contactDraft, applicationDraft } = drafts;
  const contact = newContact(
    { ...contactDraft, inquiryType: 'business', message: canary, email: `${canary}@example.org` },
    now,
  );
  const application = newApplication(
    {
      ...applicationDraft,
      circles: ['Review'],
      meetsRequirements: 'Yes',
      currentlyInCircle: 'No',
      mattermostHandle: canary,
      experience: null,
      availability: null,
      skills: [],
      linkedin: null,
      github: null,
      portfolio: null,
      motivation: canary,
    },
    now,
  );
  await saveSubmission(db, contact);
  await saveSubmission(db, application);
  await db.updateTable('ideas').set({ notes: canary }).execute();
}

for (const engine of enginesToAttack('PostgreSQL')) {
  test(`no spelling of an address bypasses the access of its route, ${engine}`, async (t) => {
    const { server, db, tokenFor, tokensFor } = await startAttacked(engine, { LOG_LEVEL: 'warn' });
    await plant(db);
    const tokens: Partial<Record<CallerName, string>> = {
      garbage: 'x'.repeat(43),
      'blog-admin': await tokenFor('blog-admin'),
      admin: await tokenFor('admin'),
    };
    // Requests that sign out use a session of their own, so that the other requests keep theirs.
    const leaving = await tokensFor('admin', canary);
    const rows = await readRows(db);
    const routes = listRoutes({} as ApiDeps);

    const requestOf = async (route: Route, caller: CallerName): Promise<WireRequest> => {
      const isAllowed = mayOpen(route, caller);
      // Callers with access use an id that does not exist, so that the rows stay for the callers without access.
      const id = isAllowed ? 'nobody-has-this' : String(rows[tableOf(route)]?.at(-1)?.id);
      const body = bodies[nameOf(route)];
      assert.equal(body !== undefined, route.body !== undefined, nameOf(route));
      const isLeaving = isAllowed && nameOf(route) === 'POST /api/admin/logout';
      const token = isLeaving ? await leaving() : tokens[caller];
      return {
        method: route.method,
        target: route.path.replace(':id', id),
        headers: token ? { Authorization: `Bearer ${token}` } : {},
        body: body && JSON.stringify(isAllowed && route.access !== 'public' ? {} : body),
      };
    };
    /** Returns a request that the caller may make. Mutations add headers to it that name another route. */
    const openTo = (caller: CallerName): WireRequest => {
      const token = tokens[caller];
      const isStaff = caller === 'admin' || caller === 'blog-admin';
      return {
        method: 'GET',
        target: isStaff ? '/api/admin/blogs' : '/api/stats',
        headers: token ? { Authorization: `Bearer ${token}` } : {},
      };
    };

    const random = seededRandom();
    const whole = routes.flatMap((route) =>
      callers.flatMap((caller) =>
        Object.entries(mutations).map(([name, mutate]) => ({ route, caller, name, mutate })),
      ),
    );
    const sampleShare = 200 / whole.length;
    const cases = whole.filter(
      ({ name }) => isFullRun || name === 'as it is' || random() < sampleShare,
    );

    /**
     * The bodies of public responses. Callers without access may get no other JSON, but a blog-admin also gets
     * `ownAnswer`.
     */
    const publicAnswers = new Set<string>();
    for (const { method, path, access } of routes) {
      if (method !== 'GET' || access !== 'public' || path.includes(':id')) continue;
      publicAnswers.add(await (await fetch(server.url + path)).text());
    }
    const ownAnswer = await (
      await fetch(`${server.url}/api/admin/blogs`, {
        headers: { Authorization: `Bearer ${tokens['blog-admin']}` },
      })
    ).text();

    let refused = 0;
    const askedOfGroup: string[] = [];
    const ask = async ({ route, caller, name, mutate }: (typeof cases)[number]) => {
      const request = mutate(await requestOf(route, caller), openTo(caller));
      const { status, head, body, hung } = await exchange(server.url, bytesOf(request));
      const label = `${nameOf(route)} by ${caller}, ${name}: ${request.method} ${request.target} answered ${status}`;
      assert.ok(!hung, `${label} and hung`);
      // A route that takes a file handles two at a time, and refuses more with 503.
      const isRefusedFile = route.takesBytes && status === 503 && /^retry-after:/im.test(head);
      assert.ok(status < 500 || isRefusedFile, label);
      if (name === 'as it is') {
        const due = caller === 'blog-admin' || caller === 'admin' ? 403 : 401;
        const isLogin = nameOf(route) === 'POST /api/admin/login';
        if (!mayOpen(route, caller)) assert.equal(status, due, label);
        else if (!isLogin) assert.ok(status !== 401 && status !== 403, label);
      }
      if (mayOpen(route, caller)) return;
      refused += Number(status >= 400);
      assert.ok(
        !body.includes(canary) && !head.includes(canary),
        `${label} and showed what it hides`,
      );
      if (status >= 200 && status < 300) {
        const isPage = /^content-type: text\/html/m.test(head);
        const isKnown =
          body === '' ||
          isPage ||
          publicAnswers.has(body) ||
          (caller === 'blog-admin' && body === ownAnswer);
        assert.ok(isKnown && (request.method === 'GET' || request.method === 'HEAD'), label);
      }
      askedOfGroup.push(label);
    };

    const { open = [], closed = [] } = Object.groupBy(cases, ({ route, caller }) =>
      mayOpen(route, caller) ? 'open' : 'closed',
    );
    const before = JSON.stringify(await readRows(db));
    // Callers without access come first, in groups, so that a changed row can be traced to its group.
    const groupOf = ({ route }: (typeof cases)[number]) =>
      isFullRun ? nameOf(route) : tableOf(route);
    for (const [group, members] of Map.groupBy(closed, groupOf)) {
      askedOfGroup.length = 0;
      await inParallel(members, 8, ask);
      // The message names the requests, because a diff of the whole database would be too long.
      assert.ok(
        JSON.stringify(await readRows(db)) === before,
        `${group} changed:\n${askedOfGroup.join('\n')}`,
      );
    }
    await inParallel(open, 8, ask);
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    assert.doesNotMatch(server.output(), /a request failed|a promise was forgotten/);
    for (const caller of ['blog-admin', 'admin'] as const) {
      const headers = { Authorization: `Bearer ${tokens[caller]}` };
      assert.equal((await fetch(`${server.url}/api/admin/blogs`, { headers })).status, 200, caller);
    }
    reportFigures(t, {
      requests: cases.length,
      routes: routes.length,
      spellings: Object.keys(mutations).length,
      refused,
      opened: 0,
    });
  });
}
