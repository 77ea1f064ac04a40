import type { z } from 'zod';
import type { Section } from '#contract/access.ts';
import type { Suspicion } from '#contract/quarantine.ts';
import type { User } from '#contract/user.ts';
import type { ErrorStatus } from '../errors.ts';
import type { Seen } from '../store/change.ts';
import type { Pieces } from '../store/pieces.ts';
import type { Write } from '../store/store.ts';
import type { Table } from './list-response.ts';

/** Who may call a route: everybody, everybody who is signed in, or the roles that may open a section. */
export type Access = 'public' | 'signed-in' | Section;

/** The argument of a handler. `user` and `tokenHash` are empty on public routes. */
export interface Call<Body = undefined> {
  id: string;
  body: Body;
  query: URLSearchParams;
  /** The version in If-Match, where the caller sent one. */
  seen: Seen;
  idempotencyKey: string | undefined;
  /** Why a submission looks like a script's, if it does. */
  suspicion: Suspicion | undefined;
  user: User;
  tokenHash: string;
  address: string;
  /**
   * Runs a transaction. On a staff route the caller is admitted again inside of it. A staff handler answers with exactly
   * the value that its transaction returned: a request that repeats an Idempotency-Key gets that value again.
   */
  write: Write;
}

/** The parts of a call that come from its address and headers. */
export type CallHead = Pick<
  Call,
  'id' | 'query' | 'seen' | 'idempotencyKey' | 'suspicion' | 'address'
>;

/** A row of the table of routes: address, access, input, output, and every status that it can answer with. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  access: Access;
  summary: string;
  body: z.ZodType | undefined;
  bodyLimit: number;
  /** The body is no JSON: the handler gets the function that reads its bytes. */
  takesBytes: boolean;
  /** Such a body begins with a line of JSON of this schema. */
  firstLine?: z.ZodType | undefined;
  answer: z.ZodType | undefined;
  /** The status of success. */
  status: 200 | 201 | 204;
  /** The statuses of all errors that the route can answer with, in ascending order. */
  errors: readonly ErrorStatus[];
  /** A public form: a submission may be held back. */
  isForm: boolean;
  /** The body holds a password. */
  hasPassword: boolean;
  /** The address holds a secret, so the answer is never cached. */
  isPrivate: boolean;
  query?: Record<string, QueryParameter> | undefined;
  /** A GET may return the pieces of a long list instead, or a table. */
  handle(call: Call<unknown>): Promise<unknown> | Pieces<unknown> | Table;
}

export interface QueryParameter {
  schema: z.ZodType;
  description: string;
  /** Returns the same spelling for all values with the same answer, for the cache key. Empty: as if the value were missing. */
  normalise(value: string): string;
}

type RouteWithoutErrors = Omit<Route, 'errors'>;

/** Forms and writes of staff take an Idempotency-Key. A POST that answers 200 saves nothing that could be doubled. */
export const takesKey = ({ isForm, method, access, status }: RouteWithoutErrors) =>
  isForm || (access !== 'public' && method !== 'GET' && !(method === 'POST' && status === 200));

/** Changes of several rows name the version of each in the body. */
const isSeveral = (path: string) => path.startsWith('/api/admin/several/');

/** Changes of rows with a version take If-Match. */
export const takesVersion = ({ method, path, access }: RouteWithoutErrors) =>
  ['PUT', 'PATCH', 'DELETE'].includes(method) &&
  !isSeveral(path) &&
  !['public', 'quarantine', 'trash', 'mail', 'invitations'].includes(access);

/** Completes a row with the errors that follow from its other fields, and those that the row names itself. */
function route({ errors = [], ...row }: RouteWithoutErrors & Pick<Row, 'errors'>): Route {
  const all: ErrorStatus[] = [...errors, 500, 503];
  if (row.access !== 'public') all.push(401);
  if (row.access !== 'public' && row.access !== 'signed-in') all.push(403);
  if (row.path.includes(':id')) all.push(404);
  if (row.body || row.takesBytes) all.push(400, 413, 415, 422);
  if (row.isForm) all.push(429);
  if (takesKey(row)) all.push(400, 409);
  if (takesVersion(row)) all.push(412);
  return { ...row, errors: [...new Set(all)].sort((a, b) => a - b) };
}

const kibibyte = 1024;

type Row = {
  access: Access;
  summary: string;
  /** Errors that do not follow from the other fields: 429 of a limited route, 401 of the sign-in. */
  errors?: readonly ErrorStatus[];
};
type ReadRow<A extends z.ZodType> = Row & {
  answer: A;
  query?: Route['query'];
  isPrivate?: boolean;
};
type WriteRow<B extends z.ZodType, A extends z.ZodType> = Row & {
  body: B;
  answer: A;
  bodyLimit?: number;
  isForm?: boolean;
  hasPassword?: boolean;
};

const flags = { isForm: false, hasPassword: false, isPrivate: false, takesBytes: false } as const;
const plain = { ...flags, body: undefined, bodyLimit: 0, answer: undefined } as const;
/** An escaped character may take twelve bytes, and the idea form has seven long answers. */
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

/** A POST that creates no object, so it answers 200. */
export const postForAnswer = write('POST', 200);

/** A POST whose body is a file. Sent again it must change nothing, because it takes no Idempotency-Key. */
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

/** A POST without a body that answers 200. Its answer is saved under no Idempotency-Key. */
export const postBareForAnswer = <A extends z.ZodType>(
  path: string,
  row: Row & { answer: A },
  handle: (call: Call) => Promise<z.output<A>>,
): Route =>
  route({ ...plain, ...row, method: 'POST', path, status: 200, handle: handle as Handle });

/** A call without a body that answers 204. */
const withoutAnswer =
  (method: 'POST' | 'DELETE') =>
  (path: string, row: Row, handle: (call: Call) => Promise<void>): Route =>
    route({ ...plain, ...row, method, path, status: 204, handle: handle as Handle });

export const del = withoutAnswer('DELETE');
export const postWithoutAnswer = withoutAnswer('POST');
