import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import { createApi, listRoutes } from '#server/api/api.ts';
import type { ApiDeps } from '#server/api/deps.ts';
import { renderMarkdown } from '#server/markdown.ts';
import { createPasswords, type Passwords } from '#server/passwords.ts';
import { createEncoder } from '#server/pictures/encode.ts';
import { openStore } from '#server/store/open.ts';
import { createUser } from '#server/store/user.ts';
import { copySqliteTemplate, demoFolder, demoTemplate } from './template-copies.ts';

/** Runs the API in the process of a test, on a new database. `npm test` runs most files that use it on both engines. */

/** The URL of a PostgreSQL server. tests/run.ts and tests/torture/run.ts start it and set the variable. */
const postgres = process.env.TEST_POSTGRES_URL;

export interface TestDatabase {
  databaseUrl: string | undefined;
  dataDir: string;
}

/** The engine that this process tests. */
export const usualEngine = postgres ? 'PostgreSQL' : 'SQLite';

/** Creates an empty database and returns its location. The database is deleted after the tests. */
export const newDatabase = (engine = usualEngine): Promise<TestDatabase> =>
  createDatabase(engine, 'template0');

/**
 * Creates a database with all migrations: a copy of the template that tests/template.ts made. Without a template the
 * database is empty, and `openStore` migrates it.
 */
export const migratedDatabase = (engine?: string): Promise<TestDatabase> =>
  copyTemplate(engine, 'template1');

/**
 * Creates a database with the demo content and `templateAdmin`. Without a template the database is empty, and the first
 * server that starts on it fills it.
 */
export const demoDatabase = (engine?: string): Promise<TestDatabase> =>
  copyTemplate(engine, demoTemplate, demoFolder);

async function copyTemplate(
  engine = usualEngine,
  postgresTemplate: string,
  sqliteFolder = '',
): Promise<TestDatabase> {
  const database = await createDatabase(engine, postgresTemplate);
  if (!database.databaseUrl) copySqliteTemplate(database.dataDir, sqliteFolder);
  return database;
}

async function createDatabase(engine: string, template: string): Promise<TestDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fledge-test-'));
  after(() => rmSync(dataDir, { recursive: true, force: true }));
  if (engine === 'SQLite') return { databaseUrl: undefined, dataDir };
  assert.ok(postgres, 'TEST_POSTGRES_URL is not set');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runStatement(postgres, `create database ${name} template ${template} strategy file_copy`);
  after(() => runStatement(postgres, `drop database ${name} with (force)`));
  const url = new URL(postgres);
  url.pathname = `/${name}`;
  return { databaseUrl: url.href, dataDir };
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Hashes at a low cost, so that hundreds of sign-ins are quick. server/passwords.test.ts tests the real cost. */
export const cheapPasswords = () =>
  createPasswords({ cost: { memory: 64, passes: 1, parallelism: 1, tagLength: 32 } });

/**
 * Returns `Passwords` with a barrier: after `hold`, a check runs at once, but resolves only after `release`.
 * `hasChecked` resolves when the first of these checks has run.
 */
export function holdablePasswords() {
  const { hash, matches } = cheapPasswords();
  let barrier: { done: () => void; isReleased: Promise<void> } | undefined;
  const hold = () => {
    const checked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    barrier = { done: checked.resolve, isReleased: released.promise };
    const release = () => {
      barrier = undefined;
      released.resolve();
    };
    return { hasChecked: checked.promise, release };
  };
  const passwords: Passwords = {
    hash,
    async matches(...args) {
      const current = barrier;
      const isRight = await matches(...args);
      current?.done();
      await current?.isReleased;
      return isRight;
    },
  };
  return { passwords, hold };
}

export interface CallOptions {
  body?: unknown;
  /** The body, sent unchanged. Replaces `body`, which is sent as JSON. */
  raw?: BodyInit;
  token?: string | undefined;
  headers?: Record<string, string>;
  address?: string;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
  body: any;
  headers: Headers;
}

export type TestApi = Awaited<ReturnType<typeof startApi>>;

export async function startApi(settings: Partial<ApiDeps> = {}, engine?: string) {
  const location = await migratedDatabase(engine);
  const store = await openStore(location);
  after(() => store.close());
  let now = new Date('2026-11-15T10:00:00.000Z');
  const logged: string[] = [];
  const deps: ApiDeps = {
    db: store.db,
    write: store.write,
    longReads: store.longReads,
    search: store.search,
    findTitles: store.findTitles,
    isTemporary: store.isTemporary,
    clock: () => now,
    passwords: cheapPasswords(),
    // Renders on the thread of the test. server/articles.test.ts tests the worker thread.
    articles: { render: async (source, options) => renderMarkdown(source, options) },
    encodePicture: createEncoder(),
    rateLimits: false,
    inception: '2025-06',
    siteName: 'Fledge',
    mail: undefined,
    oidc: undefined,
    logger: pino({ level: 'info' }, { write: (line) => logged.push(line) }),
    ...settings,
  };
  const routes = listRoutes(deps);
  const templates = routes.map(({ path }) => ({ path, pieces: path.split('/') }));
  const api = createApi(deps, routes);

  /** Checks that the route lists this status. The OpenAPI document has the listed statuses. */
  function assertDocumented(method: string, url: string, status: number): void {
    // Resolves ".." as the server does.
    const segments = new URL(url, 'http://site').pathname.split('/');
    const { path } = templates.find(({ pieces }) => areMatched(pieces, segments)) ?? {};
    const route = routes.find((each) => each.path === path && each.method === method);
    const listed: number[] = route ? [route.status, ...route.errors] : [status];
    assert.ok(listed.includes(status), `${method} ${path} answered ${status}`);
  }

  async function call(
    method: string,
    url: string,
    { body, raw, token, headers = {}, address = '192.0.2.1' }: CallOptions = {},
  ): Promise<Answer> {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const request = new Request(`http://127.0.0.1${url}`, {
      method,
      headers: {
        ...(payload !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(payload !== undefined && { body: payload, duplex: 'half' }),
    } as RequestInit);
    const response = await api.fetch(request, { requestId: 'test', address });
    assertDocumented(method, url, response.status);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      body: isJson && text ? JSON.parse(text) : text,
      headers: response.headers,
    };
  }

  /** Creates a user directly in the database, signs in through the API, and returns the user with the token. */
  async function userWithToken(role: string, username = `${role}-${randomUUID().slice(0, 8)}`) {
    const password = 'correct horse';
    const passwordHash = await deps.passwords.hash(password);
    const user = await createUser(store.db, { username, role, passwordHash }, now);
    return { ...user, password, token: await tokenOf(username, password) };
  }

  async function tokenOf(username: string, password: string): Promise<string> {
    const { status, body } = await call('POST', '/api/admin/login', {
      body: { username, password },
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body.token;
  }

  return {
    location,
    store,
    db: store.db,
    deps,
    api,
    routes,
    logged,
    call,
    userWithToken,
    tokenOf,
    setTime: (time: string) => {
      now = new Date(time);
    },
    /** Moves the clock of the API forward. */
    advance: (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds);
    },
  };
}

const areMatched = (pieces: string[], segments: string[]): boolean =>
  pieces.length === segments.length &&
  pieces.every((piece, at) => piece === ':id' || piece === segments[at]);

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
