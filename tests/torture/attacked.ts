import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after } from 'node:test';
import { hashToken } from '#server/api/guard.ts';
import { openStore } from '#server/store/open.ts';
import { createSession } from '#server/store/session.ts';
import type { Db, Store } from '#server/store/store.ts';
import { createUser } from '#server/store/user.ts';
import { cheapPasswords, demoDatabase } from '../harness.ts';
import { type RunningServer, startServer } from '../process/server.ts';
import { templateAdmin } from '../template-copies.ts';
import type { EngineName } from './attack.ts';

/** The built server as a process, with direct access to its database, to see what an attack has changed. */
export interface Attacked {
  server: RunningServer;
  store: Store;
  db: Db;
  /** Creates a user of this role and a session directly in the database, and returns the token. */
  tokenFor(role: string): Promise<string>;
  /** Creates a user of this role. The returned function creates a session of the user and returns its token. */
  tokensFor(role: string, username: string): Promise<() => Promise<string>>;
  /** Starts another server on the same database. */
  startAnother(env?: Record<string, string>): Promise<RunningServer>;
}

/** Starts a server on a database with demo content and `templateAdmin`. */
export async function startAttacked(
  engine: EngineName,
  env: Record<string, string> = {},
): Promise<Attacked> {
  const servers: RunningServer[] = [];
  let store: Store | undefined;
  // Registered first, so that it runs before the database is deleted.
  after(async () => {
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    await store?.close();
  });
  const location = await demoDatabase(engine);
  const startAnother = async (more: Record<string, string> = {}): Promise<RunningServer> => {
    const start = () =>
      startServer({
        DATA_DIR: location.dataDir,
        ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
        ADMIN_PASSWORD: templateAdmin.password,
        RATE_LIMITS: 'off',
        ...env,
        ...more,
      });
    // With `SITE_URL` the port is chosen at random before the start, and may be in use.
    const server = await start().catch((error) => {
      if (!/Port \d+ is in use/.test(error.message)) throw error;
      return start();
    });
    servers.push(server);
    return server;
  };
  const server = await startAnother();
  store = await openStore(location);
  const { db } = store;
  const tokensFor = async (role: string, username: string) => {
    const passwordHash = await cheapPasswords().hash(randomBytes(16).toString('hex'));
    const { id } = await createUser(db, { username, role, passwordHash }, new Date());
    return async () => {
      const token = randomBytes(32).toString('base64url');
      await createSession(db, { id, passwordHash }, hashToken(token), new Date());
      return token;
    };
  };
  const tokenFor = async (role: string) =>
    (await tokensFor(role, `${role}-${randomBytes(6).toString('hex')}`))();
  return { server, store, db, tokenFor, tokensFor, startAnother };
}

export const contentTables = [
  'pods',
  'apps',
  'log_entries',
  'blogs',
  'manuscripts',
  'milestones',
  'ideas',
  'applications',
  'contacts',
  'users',
  'invitations',
] as const;
export type ContentTable = (typeof contentTables)[number];
export type Rows = Record<ContentTable, Record<string, unknown>[]>;

/** Returns all rows of `contentTables`, ordered by id. */
export async function readRows(db: Db): Promise<Rows> {
  const tables = contentTables.map(async (table) => [
    table,
    (await db.selectFrom(table).selectAll().orderBy('id').execute()).map((row) => ({ ...row })),
  ]);
  return Object.fromEntries(await Promise.all(tables));
}

/** A small heap: V8 collects garbage early, so growth means memory that is really in use. */
export const smallHeap = { NODE_OPTIONS: '--max-old-space-size=160 --max-semi-space-size=4' };

/** Resident memory of the process in megabytes. */
export const memoryOf = ({ process: { pid } }: RunningServer) =>
  Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+)/m)?.[1]) / 1024;

/** Calls `work` for each item, with `width` calls in parallel. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
