import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type RunningServer, startServer } from '../process/server.ts';
import { type EngineName, emptyPlace } from './rows.ts';

/** Servers on one database, and a look at that database past them. */

/** The environment of a server. */
export type Place = Record<string, string>;

export async function newPlace(engine: EngineName, settings: Place = {}): Promise<Place> {
  return {
    ...(await emptyPlace(engine)),
    DEMO_CONTENT: 'false',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  };
}

/** A server that does not serve within this time, in milliseconds, has not started. */
const patience = 30_000;

export async function start(place: Place): Promise<RunningServer> {
  const late = new AbortController();
  try {
    return await Promise.race([
      startServer(place),
      wait(patience, undefined, { signal: late.signal }).then(() => {
        throw new Error(`a server does not serve after ${patience} ms`);
      }),
    ]);
  } finally {
    late.abort();
  }
}

/** Starts a server that is killed at the given moment, whether it serves by then or not. */
export async function killStarting(place: Place, moment: () => Promise<unknown>): Promise<void> {
  const child = spawn(process.execPath, ['dist/server/start.js'], {
    env: { PATH: process.env.PATH, PORT: '0', ...place },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  try {
    await moment();
  } finally {
    child.kill('SIGKILL');
  }
  assert.equal(await ended, 'SIGKILL', `it had ended by itself:\n${said}`);
}

/** One question in SQL. */
export type Ask = <Row>(statement: string) => Promise<Row[]>;

/** Asks the database itself: no server stands between. */
export async function inspect<Found>(
  place: Place,
  look: (ask: Ask) => Promise<Found>,
): Promise<Found> {
  if (place.DATABASE_URL) {
    const client = new pg.Client(place.DATABASE_URL);
    await client.connect();
    try {
      return await look(async (statement) => (await client.query(statement)).rows);
    } finally {
      await client.end();
    }
  }
  const file = path.join(place.DATA_DIR ?? '', 'fledge.db');
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    return await look(async <Row>(statement: string) => database.prepare(statement).all() as Row[]);
  } finally {
    database.close();
  }
}
