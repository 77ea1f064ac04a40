import { Hono } from 'hono';
import { MethodNotAllowed, NotFound, Refusal, Unavailable } from '../errors.ts';
import { Slots } from '../slots.ts';
import { adminRoutes } from './admin.ts';
import { type Caller, callRoute } from './call.ts';
import type { ApiDeps } from './deps.ts';
import { isCsvTable, isPieces, listResponse, tableResponse } from './list-response.ts';
import { openApi } from './openapi.ts';
import { publicRoutes } from './public.ts';
import { referencePage } from './reference.ts';
import type { Route } from './route.ts';

/**
 * Maximum number of lists of more than one piece (store/pieces.ts) that are streamed to visitors in parallel. A further
 * list gets 503. Lists for staff, and lists that this process reads for its cache and its pages, do not count.
 */
const mostPublicLists = 2;

type Env = { Bindings: Caller };
type Api = Hono<Env>;

export const listRoutes = (deps: ApiDeps): Route[] => [...publicRoutes(deps), ...adminRoutes(deps)];

/**
 * Creates the Hono app that answers API requests: over HTTP, or from this process, for its cache and its pages. Only
 * requests that come directly over HTTP have an `address`.
 */
export function createApi(deps: ApiDeps, routes = listRoutes(deps)): Api {
  const api: Api = new Hono();
  const publicLists = new Slots(mostPublicLists);
  const unlimitedLists = new Slots(Number.POSITIVE_INFINITY);
  const document = once(() => openApi(routes, deps.siteName));
  const reference = once(() => referencePage(document()));

  for (const route of routes) {
    api.on(route.method, route.path, async (context) =>
      answer(
        route,
        await callRoute(deps, route, context.req.raw, context.req.param('id'), context.env),
        context.env?.address !== undefined && route.access === 'public'
          ? publicLists
          : unlimitedLists,
      ),
    );
  }
  api.get('/api/openapi.json', (context) => context.json(document()));
  api.get('/api/docs', (context) =>
    context.html(reference().html, 200, { 'Content-Security-Policy': reference().policy }),
  );

  // Answers 405 for the other methods of known paths, then 404 for unknown paths. These handlers are registered last,
  // because Hono calls the first handler that matches.
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

function answer(route: Route, value: unknown, lists: Slots): Response | Promise<Response> {
  const isForAll = route.method === 'GET' && route.access === 'public' && !route.isUncached;
  const headers = { 'Cache-Control': isForAll ? 'no-cache' : 'no-store' };
  if (isPieces(value)) return listResponse(value, { headers }, () => lists.take());
  if (isCsvTable(value)) return tableResponse(value, { headers }, () => lists.take());
  return route.status === 204
    ? new Response(null, { status: 204, headers })
    : Response.json(value, { status: route.status, headers });
}

function translate(deps: ApiDeps, error: unknown, requestId: string | undefined): Response {
  const refusal = deps.isTemporary(error) ? new Unavailable() : error;
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
