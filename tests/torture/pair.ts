import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { hashToken } from '#server/api/guard.ts';
import { openStore } from '#server/store/open.ts';
import { createSession } from '#server/store/session.ts';
import type { Db } from '#server/store/store.ts';
import { createUser } from '#server/store/user.ts';
import type { RunningServer } from '../process/server.ts';
import type { EngineName } from './attack.ts';
import { type DatabaseLocation, newLocation, start } from './location.ts';

/** Two servers on one database. Tests send concurrent requests to both. */
export interface Pair {
  location: DatabaseLocation;
  servers: [RunningServer, RunningServer];
  /** The database, for creating users without the API: the API would hash a password, which is slow. */
  db: Db;
  end(): Promise<void>;
}

export async function startPair(engine: EngineName): Promise<Pair> {
  const location = await newLocation(engine);
  const servers = await Promise.all([start(location), start(location)]);
  const store = await openStore({
    databaseUrl: location.DATABASE_URL,
    dataDir: location.DATA_DIR ?? '',
  });
  return {
    location,
    servers,
    db: store.db,
    async end() {
      await store.close();
      for (const server of servers) {
        assert.deepEqual(await server.end(), { code: 0, signal: null });
        assert.doesNotMatch(server.output(), /a request failed|a promise was forgotten/);
      }
    },
  };
}

export interface Admin {
  id: string;
  token: string;
}

export async function newAdmin(db: Db, username: string): Promise<Admin> {
  const now = new Date();
  // `none` is not a hash, so no password matches it. The session is created directly too.
  const passwordHash = 'none';
  const { id } = await createUser(db, { username, role: 'admin', passwordHash }, now);
  const token = randomBytes(32).toString('base64url');
  assert.ok(await createSession(db, { id, passwordHash }, hashToken(token), now));
  return { id, token };
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
  body: any;
}

export async function call(
  server: RunningServer,
  method: string,
  path: string,
  { body, token, headers = {} }: { body?: object; token?: string; headers?: object } = {},
): Promise<Answer> {
  const response = await fetch(server.local + path, {
    method,
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}
