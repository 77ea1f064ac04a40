import { Hono } from 'hono';
import { leastFillTime, type Suspicion } from '#contract/quarantine.ts';
import type { User } from '#contract/user.ts';
import { Malformed, MethodNotAllowed, NotFound, Refusal, Unavailable } from '../errors.ts';
import type { Seen } from '../store/change.ts';
import { adminRoutes } from './admin.ts';
import { readBody } from './body.ts';
import type { ApiDeps } from './deps.ts';
import { admit } from './guard.ts';
import { openApi } from './openapi.ts';
import { publicRoutes } from './public.ts';
import { referencePage } from './reference.ts';
import type { Route } from './route.ts';

/** What the site knows of a request that the request itself does not say. */
export interface Caller {
  requestId?: string;
  address?: string;
}

type Env = { Bindings: Caller };
type Api = Hono<Env>;

export const listRoutes = (deps: ApiDeps): Route[] => [...publicRoutes(deps), ...adminRoutes(deps)];

/** Request in, Response out: over HTTP, or in process while a page is rendered. */
export function createApi(deps: ApiDeps, routes = listRoutes(deps)): Api {
  const api: Api = new Hono();
  // Made when somebody asks for it.
  const document = once(() => openApi(routes, deps.siteName));
  const reference = once(() => referencePage(document()));

  for (const route of routes) {
    api.on(route.method, route.path, async (context) =>
      answer(
        route,
        await callRoute(deps, route, context.req.raw, context.req.param('id'), context.env),
      ),
    );
  }
  api.get('/api/openapi.json', (context) => context.json(document()));
  api.get('/api/docs', (context) =>
    context.html(reference().html, 200, { 'Content-Security-Policy': reference().policy }),
  );

  // Known paths, other methods; then everything else. A sub-app's notFound would not be asked.
  const allowed = Map.groupBy(routes, ({ path }) => path);
  for (const [path, rows] of [...allowed, ['/api/openapi.json', []], ['/api/docs', []]] as const) {
    api.all(path, () => {
      const methods = rows.length > 0 ? rows.map(({ method }) => method) : ['GET'];
      throw new MethodNotAllowed(
        methods.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : name)),
      );
    });
  }
  api.all('/api', () => {
    throw new NotFound('address');
  });
  api.all('/api/*', () => {
    throw new NotFound('address');
  });
  api.onError((error, context) => translate(deps, error, context.env?.requestId));
  return api;
}

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

const nobody = { user: {} as User, tokenHash: '' };

async function callRoute(
  deps: ApiDeps,
  route: Route,
  request: Request,
  id: string | undefined,
  caller: Caller | undefined,
): Promise<unknown> {
  const { headers } = request;
  const who =
    route.access === 'public'
      ? nobody
      : await admit(deps.db, route.access, headers.get('authorization'), deps.clock());
  return route.handle({
    ...who,
    id: id === undefined ? '' : knownId(id),
    body: route.body && (await readBody(request, route.body, route.bodyLimit)),
    query: new URL(request.url).searchParams,
    seen: seenVersion(headers.get('if-match')),
    idempotencyKey: route.idempotent ? idempotencyKey(headers) : undefined,
    suspicion: route.idempotent ? suspicionOf(headers) : undefined,
    address: caller?.address ?? '',
  });
}

/** Ids are slugs and UUIDs. Anything else is nothing we ever made, and no question for a database. */
function knownId(id: string): string {
  if (!/^[\p{L}\p{N}\p{M}-]{1,120}$/u.test(id)) throw new NotFound('address');
  return id;
}

/** `If-Match: "3"`. A list or another form names no version of ours, so nothing can match it. */
function seenVersion(header: string | null): Seen {
  if (header === null || header.trim() === '*') return undefined;
  const version = Number(header.trim().match(/^"(\d{1,9})"$/)?.[1] ?? -1);
  return version;
}

function idempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')?.trim();
  if (!key) return undefined;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new Malformed('An Idempotency-Key has 1 to 200 visible ASCII characters.');
  }
  return key;
}

/** The site's own forms tell how they were filled in. A call that says nothing is not suspicious. */
function suspicionOf(headers: Headers): Suspicion | undefined {
  if (headers.get('x-form-trap')) return 'trap';
  const filledIn = headers.get('x-form-filled-in');
  return filledIn !== null && Number(filledIn) < leastFillTime ? 'speed' : undefined;
}

function answer(route: Route, value: unknown): Response {
  const isForAll = route.method === 'GET' && route.access === 'public';
  const headers = { 'Cache-Control': isForAll ? 'no-cache' : 'no-store' };
  return route.status === 204
    ? new Response(null, { status: 204, headers })
    : Response.json(value, { status: route.status, headers });
}

function translate(deps: ApiDeps, error: unknown, requestId: string | undefined): Response {
  const refusal = deps.isAway(error) ? new Unavailable() : error;
  if (refusal !== error) deps.logger.warn({ err: error, requestId }, 'the database is away');
  if (refusal instanceof Refusal) {
    const { message, fields, status, headers } = refusal;
    return Response.json(
      { error: message, ...(fields && { fields }) },
      { status, headers: { ...headers, 'Cache-Control': 'no-store' } },
    );
  }
  deps.logger.error({ err: error, requestId }, 'a request failed');
  return Response.json(
    { error: 'Something went wrong on our side.', requestId },
    { status: 500, headers: { 'Cache-Control': 'no-store' } },
  );
}
