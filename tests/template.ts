import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '#server/store/open.ts';

/**
 * Creates databases with all migrations, once for a run. Tests copy them, which takes a quarter of the time of
 * migrating.
 */

/** Creates the SQLite file and sets TEST_SQLITE_TEMPLATE to its path. The file is deleted when this process exits. */
export async function makeSqliteTemplate(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fledge-template-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  await (await openStore({ databaseUrl: undefined, dataDir })).close();
  process.env.TEST_SQLITE_TEMPLATE = path.join(dataDir, 'fledge.db');
}

/** Migrates `template1`, which `migratedDatabase` of tests/harness.ts copies for each database. */
export async function migratePostgresTemplate(serverUrl: string): Promise<void> {
  const { href } = Object.assign(new URL(serverUrl), { pathname: '/template1' });
  await (await openStore({ databaseUrl: href, dataDir: '' })).close();
}
