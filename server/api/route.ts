import type { Section } from '#contract/access.ts';
import type { Suspicion } from '#contract/quarantine.ts';
import type { User } from '#contract/user.ts';
import type { z } from '#contract/zod.ts';
import type { ErrorStatus } from '../errors.ts';
import type { IfVersion } from '../store/change.ts';
import type { Pieces } from '../store/pieces.ts';
import type { Write } from '../store/store.ts';
import type { Table } from './list-response.ts';

/** Says who may call a route: everybody, every signed-in user, or the roles that may open a section. */
export type Access = 'public' | 'signed-in' | Section;

/** The argument of a handler. `user` and `tokenHash` are empty on public routes. */
export interface Call<Body = undefined> {
  id: string;
  body: Body;
  query: URLSearchParams;
  /** The version in If-Match; undefined without the header or for `*`. */
  ifVersion: IfVersion;
  idempotencyKey: string | undefined;
  /** The reason to hold the submission back, if a script seems to have sent it. */
  suspicion: Suspicion | undefined;
  user: User;
  tokenHash: string;
  /** The IP address of the client; '' for a call from this process. */
  address: string;
  /**
   * Runs a transaction. On a staff route, the transaction first checks the session and the role again. If a staff route
   * takes an Idempotency-Key, its handler must return exactly the value of this transaction, because a repeated request
   * gets that value.
   */
  write: Write;
}

/** The parts of a call that come from the URL, the headers and the IP address, but not from the body. */
export type CallHead = Pick<
  Call,
  'id' | 'query' | 'ifVersion' | 'idempotencyKey' | 'suspicion' | 'address'
>;

/** A route of the API: who may call it, its input, its output and its handler. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  access: Access;
  summary: string;
  body: z.ZodType | undefined;
  bodyLimit: number;
  /** True if the body is not JSON. The handler then gets a function that reads the bytes. */
  takesBytes: boolean;
  /** The schema of a line of JSON that precedes the file, if `takesBytes` is true. */
  firstLine?: z.ZodType | undefined;
  answer: z.ZodType | undefined;
  /** The status of success. */
  status: 200 | 201 | 204;
  /** The error statuses that the route can answer with, in ascending order. */
  errors: readonly ErrorStatus[];
  /** True if the route takes an Idempotency-Key: submissions, messages of senders, and most writes of staff. */
  takesKey: boolean;
  /** True for a public form whose submissions can be held back: `suspicion` is read from the request's headers. */
  isSubmission: boolean;
  /**
   * True if the body has a password. On staff routes the hash of the body is then an HMAC whose key is the session
   * token.
   */
  hasPassword: boolean;
  /** True for a public GET whose response must not be cached, for example because its URL contains a secret. */
  isUncached: boolean;
  /** True for a list that is sent as CSV if the query has `view=csv`. */
  hasTable: boolean;
  query?: Record<string, QueryParameter> | undefined;
  /** Returns the value of the response. A GET may also return a list in pieces, or a table. */
  handle(call: Call<unknown>): Promise<unknown> | Pieces<unknown> | Table;
}

export interface QueryParameter {
  schema: z.ZodType;
  description: string;
  /** Maps values with the same response to one value, for the cache key. Returns '' for a value that has no effect. */
  normalise(value: string): string;
}

type RouteWithoutErrors = Omit<Route, 'errors'>;

/** True for writes of staff, except POST with 200: such a route saves nothing, or a repeated request does no harm. */
const isStaffWrite = ({ method, access, status }: RouteWithoutErrors) =>
  access !== 'public' && method !== 'GET' && !(method === 'POST' && status === 200);

/** True for routes that change several rows. They take no If-Match, because it can name the version of one row only. */
const isSeveral = (path: string) => path.startsWith('/api/admin/several/');

/** True for PUT, PATCH and DELETE by staff on one row that has a version. If-Match may name that version. */
const takesVersion = ({ method, path, access }: RouteWithoutErrors) =>
  ['PUT', 'PATCH', 'DELETE'].includes(method) &&
  !isSeveral(path) &&
  !['public', 'quarantine', 'trash', 'mail', 'invitations'].includes(access);

/** Completes a route with `takesKey` and the errors that follow from its other fields. */
function route({ errors = [], ...row }: RouteWithoutErrors & Pick<Row, 'errors'>): Route {
  const takesKey = row.takesKey || row.isSubmission || isStaffWrite(row);
  const all: ErrorStatus[] = [...errors, 500, 503];
  if (row.access !== 'public') all.push(401);
  if (row.access !== 'public' && row.access !== 'signed-in') all.push(403);
  if (row.path.includes(':id')) all.push(404);
  if (row.body || row.takesBytes) all.push(400, 413, 415, 422);
  if (row.isSubmission) all.push(429);
  if (takesKey) all.push(400, 409);
  if (takesVersion(row)) all.push(412);
  return { ...row, takesKey, errors: [...new Set(all)].sort((a, b) => a - b) };
}

const kibibyte = 1024;

type Row = {
  access: Access;
  summary: string;
  /** Errors that do not follow from the other fields, for example 429 of a limited route or 401 of the sign-in. */
  errors?: readonly ErrorStatus[];
};
type ReadRow<A extends z.ZodType> = Row & {
  answer: A;
  query?: Route['query'];
  isUncached?: boolean;
  hasTable?: boolean;
};
type WriteRow<B extends z.ZodType, A extends z.ZodType> = Row & {
  body: B;
  answer: A;
  bodyLimit?: number;
  takesKey?: boolean;
  isSubmission?: boolean;
  hasPassword?: boolean;
};

const flags = {
  takesKey: false,
  isSubmission: false,
  hasPassword: false,
  isUncached: false,
  hasTable: false,
  takesBytes: false,
} as const;
const plain = { ...flags, body: undefined, bodyLimit: 0, answer: undefined } as const;
/** `bodyLimit` has room for the longest form: an idea has 6 × 5,000 code units, each up to 6 bytes long in JSON. */
const written = { ...flags, bodyLimit: 512 * kibibyte } as const;

export const articleLimit = 4096 * kibibyte;

type ElementOf<List> = List extends (infer Element)[] ? Element : never;

export const get = <A extends z.ZodType>(
  path: string,
  row: ReadRow<A>,
  handle: (call: Call) => Promise<z.output<A>> | Pieces<ElementOf<z.output<A>>> | Table,
): Route => route({ ...plain, ...row, method: 'GET', path, status: 200, handle: handle as Handle });

type Handle = Route['handle'];

const write =
  (method: 'POST' | 'PUT' | 'PATCH', status: 200 | 201) =>
  <B extends z.ZodType, A extends z.ZodType>(
    path: string,
    row: WriteRow<B, A>,
    handle: (call: Call<z.output<B>>) => Promise<z.output<A>>,
  ): Route =>
    route({ ...written, ...row, method, path, status, handle: handle as Handle });

export const post = write('POST', 201);
export const put = write('PUT', 200);
export const patch = write('PATCH', 200);

/** Makes a POST route that answers 200 and takes no Idempotency-Key. */
export const postForAnswer = write('POST', 200);

/** Makes a POST route whose body is a file. It takes no Idempotency-Key, so a repeated request must do no harm. */
export const postFile = <A extends z.ZodType>(
  path: string,
  row: Row & { answer: A; bodyLimit: number; firstLine?: z.ZodType },
  handle: (call: Call<() => Promise<Uint8Array>>) => Promise<z.output<A>>,
): Route =>
  route({
    ...plain,
    ...row,
    takesBytes: true,
    method: 'POST',
    path,
    status: 200,
    handle: handle as Handle,
  });

/** Makes a POST route without a body that answers 200 and takes no Idempotency-Key. */
export const postWithoutBody = <A extends z.ZodType>(
  path: string,
  row: Row & { answer: A },
  handle: (call: Call) => Promise<z.output<A>>,
): Route =>
  route({ ...plain, ...row, method: 'POST', path, status: 200, handle: handle as Handle });

/** Makes a route without a body that answers 204. */
const withoutAnswer =
  (method: 'POST' | 'DELETE') =>
  (path: string, row: Row, handle: (call: Call) => Promise<void>): Route =>
    route({ ...plain, ...row, method, path, status: 204, handle: handle as Handle });

export const del = withoutAnswer('DELETE');
export const postWithoutAnswer = withoutAnswer('POST');
