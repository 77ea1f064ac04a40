import { leastFillTime, type Suspicion } from '#contract/quarantine.ts';
import type { User } from '#contract/user.ts';
import { Malformed, NotFound } from '../errors.ts';
import type { IfVersion } from '../store/change.ts';
import { readBody, readBytes } from './body.ts';
import type { ApiDeps } from './deps.ts';
import type { CallHead, Route } from './route.ts';
import { callAsStaff } from './staff-call.ts';

/** Facts about a request that are not in the `Request`. */
export interface Caller {
  requestId?: string;
  /** The IP address of the client; undefined for a call from this process. */
  address?: string;
}

/** The `user` and `tokenHash` that handlers of public routes get. */
const nobody = { user: {} as User, tokenHash: '' };

/** Reads the parts of a request that `route` declares, calls the handler with them, and returns its result. */
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
  // The transaction is committed, so the mails and webhook messages that it has queued can be sent.
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
  ifVersion: readIfMatch(headers.get('if-match')),
  idempotencyKey: route.takesKey ? idempotencyKey(headers) : undefined,
  suspicion: route.isSubmission ? suspicionOf(headers) : undefined,
  address: caller?.address ?? '',
});

/** Refuses ids that cannot be a slug, a UUID or a secret, before they reach the database. */
function knownId(id: string): string {
  if (!/^[\p{L}\p{N}\p{M}-]{1,120}$/u.test(id)) throw new NotFound('address');
  return id;
}

/** Reads `If-Match: "3"`; undefined if it is missing or `*`. Any other form becomes -1, which is no row's version. */
function readIfMatch(header: string | null): IfVersion {
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

/** Reads the headers that tell how a form was filled in. A request without these headers is not suspicious. */
function suspicionOf(headers: Headers): Suspicion | undefined {
  if (headers.get('x-form-trap')) return 'trap';
  const filledIn = headers.get('x-form-filled-in');
  return filledIn !== null && Number(filledIn) < leastFillTime ? 'speed' : undefined;
}
