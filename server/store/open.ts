import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { openSqlite, readSqlite } from './sqlite.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/** The URL of a PostgreSQL database, or without a URL the folder of the SQLite file. */
export type DatabaseLocation = Pick<Config, 'databaseUrl' | 'dataDir'>;

/**
 * Opens the database and migrates it to the latest version, or to `upTo`. Imports the PostgreSQL driver only when it is
 * needed, to save memory.
 */
export async function openStore(
  { databaseUrl, dataDir }: DatabaseLocation,
  upTo?: string,
): Promise<Store> {
  if (!databaseUrl) return openSqlite(dataDir, upTo);
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl, upTo);
}

/** Runs `work` on a snapshot of the database, without blocking writers. */
export async function readStore<Value>(
  { databaseUrl, dataDir }: DatabaseLocation,
  work: (snapshot: Kysely<Tables>) => Promise<Value>,
): Promise<Value> {
  if (!databaseUrl) return readSqlite(dataDir, work);
  const { readPostgres } = await import('./postgres.ts');
  return readPostgres(databaseUrl, work);
}
