import type { Config } from '../config.ts';
import { openSqlite } from './sqlite.ts';
import type { Store } from './store.ts';

/** The driver of the other engine is loaded only where it is needed: it takes memory. */
export async function openStore({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Store> {
  if (!databaseUrl) return openSqlite(dataDir);
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl);
}
