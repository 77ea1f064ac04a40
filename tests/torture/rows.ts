import { after, type TestContext } from 'node:test';
import { newDatabase } from '../harness.ts';
import { endServers } from '../process/server.ts';

/**
 * What every row of the torture needs. A row is a test that attacks: in `npm test` at a size that fits, at
 * full size by `npm run torture`.
 */

export const isFull = process.env.TORTURE === 'full';

/** How often, or how much: in full, and as a sample. */
export const times = (full: number, sample: number) => (isFull ? full : sample);

export const engines = ['SQLite', 'PostgreSQL'] as const;
export type EngineName = (typeof engines)[number];

/** The settings of a server on an empty database of this engine; it goes when the test ends, its servers first. */
export async function emptyPlace(engine: EngineName): Promise<Record<string, string>> {
  // What is named first is done first.
  after(endServers);
  const { databaseUrl, dataDir } = await newDatabase(engine);
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
}

/** The row's one line: `tell(t, { cycles: 200, lost: 0 })`. */
export function tell(t: TestContext, figures: Record<string, number | string>): void {
  const said = Object.entries(figures).map(([what, figure]) =>
    typeof figure === 'number' ? `${figure.toLocaleString('en')} ${what}` : `${what} ${figure}`,
  );
  t.diagnostic(`${t.name}: ${said.join(', ')}`);
}

/** The same numbers in each run of the same seed: an attack that found something can be repeated. */
export function seeded(seed = Number(process.env.SEED ?? 20_261_115)): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
