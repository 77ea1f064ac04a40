import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { newDatabase } from '../harness.ts';
import { type RunningServer, startServer } from '../process/server.ts';
import { type EngineName, newDatabaseEnv } from './attack.ts';

/** Starts servers on a database, and queries the database directly. */

/** The environment variables of a server: those that name its database, and other settings. */
export type DatabaseLocation = Record<string, string>;

export async function newLocation(
  engine: EngineName,
  settings: DatabaseLocation = {},
  create?: typeof newDatabase,
): Promise<DatabaseLocation> {
  return {
    ...(await newDatabaseEnv(engine, create)),
    DEMO_CONTENT: 'false',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  };
}

/** The maximum milliseconds that a server may take to start. */
const patience = 30_000;

export async function start(location: DatabaseLocation): Promise<RunningServer> {
  const timeout = new AbortController();
  try {
    return await Promise.race([
      startServer(location),
      wait(patience, undefined, { signal: timeout.signal }).then(() => {
        throw new Error(`a server does not serve after ${patience} ms`);
      }),
    ]);
  } finally {
    timeout.abort();
  }
}

/** Starts a server and kills it when `moment` resolves, even if it does not serve yet. */
export async function killStarting(
  location: DatabaseLocation,
  moment: () => Promise<unknown>,
): Promise<void> {
  const child = spawn(process.execPath, ['dist/server/start.js'], {
    env: { PATH: process.env.PATH, PORT: '0', ...location },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errorOutput = '';
  child.stderr.on('data', (chunk) => {
    errorOutput += chunk;
  });
  const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  try {
    await moment();
  } finally {
    child.kill('SIGKILL');
  }
  assert.equal(await ended, 'SIGKILL', `it had ended by itself:\n${errorOutput}`);
}

export type Ask = <Row>(statement: string) => Promise<Row[]>;

/** Queries the database directly, without a server. */
export async function inspect<Found>(
  location: DatabaseLocation,
  look: (ask: Ask) => Promise<Found>,
): Promise<Found> {
  if (location.DATABASE_URL) {
    const client = new pg.Client(location.DATABASE_URL);
    await client.connect();
    try {
      return await look(async (statement) => (await client.query(statement)).rows);
    } finally {
      await client.end();
    }
  }
  const file = path.join(location.DATA_DIR ?? '', 'fledge.db');
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    return await look(async <Row>(statement: string) => database.prepare(statement).all() as Row[]);
  } finally {
    database.close();
  }
}
