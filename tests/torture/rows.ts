import { after, type TestContext } from 'node:test';
import { migratedDatabase } from '../harness.ts';
import { endServers } from '../process/server.ts';

/**
 * Shared by all torture tests. A row of SECURITY.md is a test that attacks: `npm test` runs a sample of it,
 * `npm run torture` runs it at full size.
 */

export const isFull = process.env.TORTURE === 'full';

/** Returns the full size or the sample size of an attack. */
export const times = (full: number, sample: number) => (isFull ? full : sample);

/** Milliseconds that 99 of 100 other visitors wait at most. A sample runs beside the browser tests, on a busy machine. */
export const longestWait = times(500, 2000);

export const engines = ['SQLite', 'PostgreSQL'] as const;
export type EngineName = (typeof engines)[number];

/** The engines of an attack that takes the same code on both: a sample runs it on one of them. */
export const enginesInSample = (one: EngineName) => (isFull ? engines : [one]);

/**
 * The settings of a server on a new database of this engine: one without content, or one by `create`. Servers and
 * database are removed when the test ends.
 */
export async function emptyLocation(
  engine: EngineName,
  create = migratedDatabase,
): Promise<Record<string, string>> {
  // Registered first, so that the servers end before the database is deleted.
  after(endServers);
  const { databaseUrl, dataDir } = await create(engine);
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
}

/** Reports the figures of a row in one line: `tell(t, { cycles: 200, lost: 0 })`. */
export function tell(t: TestContext, figures: Record<string, number | string>): void {
  const said = Object.entries(figures).map(([what, figure]) =>
    typeof figure === 'number' ? `${figure.toLocaleString('en')} ${what}` : `${what} ${figure}`,
  );
  t.diagnostic(`${t.name}: ${said.join(', ')}`);
}

/** A random number generator with a seed, so that an attack can be repeated. */
export function seeded(seed = Number(process.env.SEED ?? 20_261_115)): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
