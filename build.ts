import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createBuilder } from 'vite';

/** Builds dist/ as vite.config.ts says, unless it was made from exactly what is there now. */

const stamp = 'dist/built';
const sources = [
  ...globSync('{web,contract,server}/**/*.{ts,tsx,css,svg}'),
  'site.config.ts',
  'vite.config.ts',
  'package-lock.json',
];
// The list itself counts too: a file that is gone leaves no newer time behind.
const made = JSON.stringify(sources.map((file) => [file, statSync(file).mtimeMs]).sort());

const isFresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === made;
if (!isFresh || process.argv.includes('--force')) {
  const builder = await createBuilder({ logLevel: 'warn' });
  for (const environment of Object.values(builder.environments)) await builder.build(environment);
  writeFileSync(stamp, made);
}
