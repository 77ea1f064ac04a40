import { after, type TestContext } from 'node:test';
import { demoDatabase } from '../harness.ts';
import { endServers } from '../process/server.ts';
import { templateAdmin } from '../template-copies.ts';

/** Shared by all attacks. `npm test` runs a small sample of each attack, and `npm run torture` runs it at full size. */

export const isFullRun = process.env.TORTURE === 'full';

/** Returns the number for a full run or the number for a sample run. */
export const fullOrSample = (full: number, sample: number) => (isFullRun ? full : sample);

/**
 * The maximum p99 latency, in milliseconds, of visitors who do not attack. A sample run shares a busy machine with the
 * browser tests, so it allows more.
 */
export const maxP99 = fullOrSample(500, 2000);

export const engines = ['SQLite', 'PostgreSQL'] as const;
export type EngineName = (typeof engines)[number];

/** Returns the engines for an attack on code that is the same on both: only `one` in a sample run, else both. */
export const enginesToAttack = (one: EngineName) => (isFullRun ? engines : [one]);

/**
 * Creates a database, and returns the environment variables that a server needs to use it. The default is a database
 * with demo content and `templateAdmin`. Ends all servers and deletes the database when the test ends.
 */
export async function newDatabaseEnv(
  engine: EngineName,
  create = demoDatabase,
): Promise<Record<string, string>> {
  // Registered first, so that the servers end before the database is deleted.
  after(endServers);
  const { databaseUrl, dataDir } = await create(engine);
  return {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ADMIN_PASSWORD: templateAdmin.password,
  };
}

/** Prints the figures of an attack in one line: `reportFigures(t, { cycles: 200, lost: 0 })`. */
export function reportFigures(t: TestContext, figures: Record<string, number | string>): void {
  const parts = Object.entries(figures).map(([label, figure]) =>
    typeof figure === 'number' ? `${figure.toLocaleString('en')} ${label}` : `${label} ${figure}`,
  );
  t.diagnostic(`${t.name}: ${parts.join(', ')}`);
}

/** A random number generator with a seed, so that an attack can be repeated. */
export function seededRandom(seed = Number(process.env.SEED ?? 20_261_115)): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
