import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createArticles, renderOutdated } from '#server/articles.ts';
import { prepareFirstStart } from '#server/first-start.ts';
import { createPasswords } from '#server/passwords.ts';
import { type DatabaseLocation, openStore } from '#server/store/open.ts';
import { writeMissingTexts } from '#server/store/search-texts.ts';
import { demoFolder, demoTemplate, templateAdmin } from './template-copies.ts';

/**
 * Creates two template databases once for each run: one with all migrations, and one as after a first start, with demo
 * content and the first admin. Copying takes a quarter of the time of migrating, and a tenth of a first start's time.
 */

/** Creates the SQLite files, deletes them at exit, and sets TEST_SQLITE_TEMPLATE to the one without demo content. */
export async function makeSqliteTemplate(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fledge-template-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  await (await openStore({ databaseUrl: undefined, dataDir })).close();
  mkdirSync(path.join(dataDir, demoFolder));
  await fill({ databaseUrl: undefined, dataDir: path.join(dataDir, demoFolder) });
  process.env.TEST_SQLITE_TEMPLATE = path.join(dataDir, 'fledge.db');
}

/** Migrates `template1` and creates a database with demo content. tests/harness.ts copies both. */
export async function migratePostgresTemplate(serverUrl: string): Promise<void> {
  const urlOf = (name: string) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  await (await openStore({ databaseUrl: urlOf('template1'), dataDir: '' })).close();
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(`create database ${demoTemplate} template template1`);
  await client.end();
  await fill({ databaseUrl: urlOf(demoTemplate), dataDir: '' });
}

/** Does what a server does at its first start. */
async function fill(location: DatabaseLocation): Promise<void> {
  const store = await openStore(location);
  const settings = {
    adminUsername: templateAdmin.username,
    adminPassword: templateAdmin.password,
    demoContent: true,
    dataDir: location.dataDir,
    isTerminal: false,
  };
  await prepareFirstStart(store.db, settings, createPasswords(), new Date());
  const articles = createArticles();
  await renderOutdated(store.db, articles);
  await articles.close();
  await writeMissingTexts(store.db);
  await store.close();
}
