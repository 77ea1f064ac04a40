import path from 'node:path';
import { backUp, restore } from './backup.ts';
import { ConfigError, readConfig } from './config.ts';
import { Refusal } from './errors.ts';
import { StoreError } from './store/store.ts';
import { runUserCommand } from './user-commands.ts';

/**
 * Runs `npm run backup [-- file]`, `npm run restore -- file` and `npm run user -- …`. DATA_DIR and DATABASE_URL name
 * the database, as for the server.
 */
const [, , command, ...given] = process.argv;
const [file] = given;

try {
  const location = readConfig(process.env);
  if (command === 'backup') {
    const now = new Date();
    const target =
      file ?? path.join('backups', `${now.toISOString().replaceAll(':', '-')}.jsonl.gz`);
    await backUp(location, target, now);
    console.log(`The backup is in ${target}. Keep it where others cannot read it.`);
  } else if (command === 'restore' && file) {
    const rows = await restore(location, file);
    console.log(`${rows.toLocaleString('en')} rows were restored. Start the site with: npm start`);
  } else if (command === 'user') {
    console.log(await runUserCommand(location, given));
  } else {
    console.error('Name the backup file: npm run restore -- backups/….jsonl.gz');
    process.exitCode = 1;
  }
} catch (error) {
  const isExpected = [StoreError, ConfigError, Refusal].some((kind) => error instanceof kind);
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}
