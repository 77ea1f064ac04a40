import { copyFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Names the template databases of tests/template.ts, and copies those of SQLite. tests/harness.ts copies those of
 * PostgreSQL.
 */

/** The first admin of the database with demo content. */
export const templateAdmin = { username: 'admin', password: 'of the template' };

/** The name of the PostgreSQL database with demo content. */
export const demoTemplate = 'demo_template';

/** The folder of the SQLite file with demo content. It is beside the file of TEST_SQLITE_TEMPLATE. */
export const demoFolder = 'demo';

/**
 * Copies the SQLite file that TEST_SQLITE_TEMPLATE names, or the one in `folder` beside it, into an empty data
 * directory. Does nothing without a template: the server that starts there then creates the database.
 */
export function copySqliteTemplate(dataDir: string, folder = ''): void {
  const template = process.env.TEST_SQLITE_TEMPLATE;
  if (!template) return;
  const { dir, base } = path.parse(template);
  copyFileSync(path.join(dir, folder, base), path.join(dataDir, base));
}
