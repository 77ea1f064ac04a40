import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { openSqlite, readSqlite } from './sqlite.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/** Where the database is. */
export type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

/**
 * Migrated to the latest, or to `upTo`. The driver of the other engine is loaded only where it is needed: it
 * takes memory.
 */
export async function openStore({ databaseUrl, dataDir }: Place, upTo?: string): Promise<Store> {
  if (!databaseUrl) return openSqlite(dataDir, upTo);
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl, upTo);
}

/** Lets `work` read one moment of the database, while others write. */
export async function readStore<Value>(
  { databaseUrl, dataDir }: Place,
  work: (snapshot: Kysely<Tables>) => Promise<Value>,
): Promise<Value> {
  if (!databaseUrl) return readSqlite(dataDir, work);
  const { readPostgres } = await import('./postgres.ts');
  return readPostgres(databaseUrl, work);
}
