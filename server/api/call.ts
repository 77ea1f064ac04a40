import { leastFillTime, type Suspicion } from '#contract/quarantine.ts';
import type { User } from '#contract/user.ts';
import { Malformed, NotFound } from '../errors.ts';
import type { Seen } from '../store/change.ts';
import { readBody, readBytes } from './body.ts';
import type { ApiDeps } from './deps.ts';
import { type CallHead, type Route, takesKey } from './route.ts';
import { callAsStaff } from './staff-call.ts';

/** Facts about a request that the request itself does not say. */
export interface Caller {
  requestId?: string;
  address?: string;
}

const nobody = { user: {} as User, tokenHash: '' };

/** Reads a request as its row of the route table says, and lets the row's handler answer. */
export async function callRoute(
  deps: ApiDeps,
  route: Route,
  request: Request,
  id: string | undefined,
  caller: Caller | undefined,
): Promise<unknown> {
  const head = () => readHead(route, request, id, caller);
  const body = async () =>
    route.takesBytes
      ? () => readBytes(request, route.bodyLimit)
      : route.body && readBody(request, route.body, route.bodyLimit);
  const answer = await (route.access === 'public'
    ? route.handle({ ...nobody, ...head(), body: await body(), write: deps.write })
    : callAsStaff(deps, { ...route, access: route.access }, request, head, body));
  // The write is committed: what it has queued is due.
  if (route.method !== 'GET') {
    deps.mail?.wake();
    deps.webhooks?.wake();
  }
  return answer;
}

const readHead = (
  route: Route,
  { url, headers }: Request,
  id: string | undefined,
  caller: Caller | undefined,
): CallHead => ({
  id: id === undefined ? '' : knownId(id),
  query: new URL(url).searchParams,
  seen: seenVersion(headers.get('if-match')),
  idempotencyKey: takesKey(route) ? idempotencyKey(headers) : undefined,
  suspicion: route.isForm ? suspicionOf(headers) : undefined,
  address: caller?.address ?? '',
});

/** Refuses ids that are neither slugs nor UUIDs before they reach the database. */
function knownId(id: string): string {
  if (!/^[\p{L}\p{N}\p{M}-]{1,120}$/u.test(id)) throw new NotFound('address');
  return id;
}

/** Reads `If-Match: "3"`. A list or another form names no version of ours, so it matches nothing. */
function seenVersion(header: string | null): Seen {
  if (header === null || header.trim() === '*') return undefined;
  return Number(header.trim().match(/^"(\d{1,9})"$/)?.[1] ?? -1);
}

function idempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')?.trim();
  if (!key) return undefined;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new Malformed('An Idempotency-Key has 1 to 200 visible ASCII characters.');
  }
  return key;
}

/** The site's own forms tell how they were filled in. A request that does not tell is not suspicious. */
function suspicionOf(headers: Headers): Suspicion | undefined {
  if (headers.get('x-form-trap')) return 'trap';
  const filledIn = headers.get('x-form-filled-in');
  return filledIn !== null && Number(filledIn) < leastFillTime ? 'speed' : undefined;
}
