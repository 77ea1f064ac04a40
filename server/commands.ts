import path from 'node:path';
import { backUp, restore } from './backup.ts';
import { ConfigError, readConfig } from './config.ts';
import { StoreError } from './store/store.ts';

/**
 * `npm run backup [-- file]` and `npm run restore -- file`. Where the database is, DATA_DIR and DATABASE_URL
 * say, as for the server.
 */
const [, , command, file] = process.argv;

try {
  const place = readConfig(process.env);
  if (command === 'backup') {
    const now = new Date();
    const target =
      file ?? path.join('backups', `${now.toISOString().replaceAll(':', '-')}.jsonl.gz`);
    await backUp(place, target, now);
    console.log(`Everything is in ${target}. Keep it where others cannot read it.`);
  } else if (command === 'restore' && file) {
    const rows = await restore(place, file);
    console.log(`${rows.toLocaleString('en')} rows are back. Start the site with: npm start`);
  } else {
    console.error('Say which file: npm run restore -- backups/….jsonl.gz');
    process.exitCode = 1;
  }
} catch (error) {
  const isExpected = error instanceof StoreError || error instanceof ConfigError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
