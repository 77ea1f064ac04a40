import type { z } from 'zod';
import type { Section } from '#contract/access.ts';
import type { Suspicion } from '#contract/quarantine.ts';
import type { User } from '#contract/user.ts';
import type { Seen } from '../store/change.ts';

/** Who may call: everybody, everybody who is signed in, or the roles that may open a section. */
export type Access = 'public' | 'signed-in' | Section;

/** What a handler gets. `user` and `tokenHash` are there on every route that is not public. */
export interface Call<Body = undefined> {
  id: string;
  body: Body;
  query: URLSearchParams;
  /** The version in If-Match, where the caller sent one. */
  seen: Seen;
  idempotencyKey: string | undefined;
  /** What is odd about how a form was filled in. */
  suspicion: Suspicion | undefined;
  user: User;
  tokenHash: string;
  address: string;
}

/** One row of the API: how it is reached, who may call it, what goes in and what comes out. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  access: Access;
  summary: string;
  body: z.ZodType | undefined;
  bodyLimit: number;
  answer: z.ZodType | undefined;
  status: 200 | 201 | 204;
  /** A public form: it takes an Idempotency-Key, counts against a limit, and may be held back. */
  idempotent: boolean;
  query?: Record<string, { schema: z.ZodType; description: string }> | undefined;
  handle(call: Call<unknown>): Promise<unknown>;
}

const kibibyte = 1024;

type Row = { access: Access; summary: string };
type Reads<A extends z.ZodType> = Row & { answer: A; query?: Route['query'] };
type Writes<B extends z.ZodType, A extends z.ZodType> = Row & {
  body: B;
  answer: A;
  bodyLimit?: number;
  idempotent?: boolean;
};

const plain = { body: undefined, bodyLimit: 0, answer: undefined, idempotent: false } as const;
/** A character may take twelve bytes where it is escaped, and the idea form has seven long answers. */
const written = { bodyLimit: 512 * kibibyte, idempotent: false } as const;

export const articleLimit = 4096 * kibibyte;

export const get = <A extends z.ZodType>(
  path: string,
  row: Reads<A>,
  handle: (call: Call) => Promise<z.output<A>>,
): Route => ({ ...plain, ...row, method: 'GET', path, status: 200, handle: handle as Handle });

type Handle = Route['handle'];

const write =
  (method: 'POST' | 'PUT' | 'PATCH', status: 200 | 201) =>
  <B extends z.ZodType, A extends z.ZodType>(
    path: string,
    row: Writes<B, A>,
    handle: (call: Call<z.output<B>>) => Promise<z.output<A>>,
  ): Route => ({ ...written, ...row, method, path, status, handle: handle as Handle });

export const post = write('POST', 201);
export const put = write('PUT', 200);
export const patch = write('PATCH', 200);

/** Answers 200: it creates nothing that a client could point to. */
export const postForAnswer = write('POST', 200);

/** A call without a body that answers nothing but success. */
const quiet =
  (method: 'POST' | 'DELETE') =>
  (path: string, row: Row, handle: (call: Call) => Promise<void>): Route => ({
    ...plain,
    ...row,
    method,
    path,
    status: 204,
    handle: handle as Handle,
  });

export const del = quiet('DELETE');
export const postQuietly = quiet('POST');
