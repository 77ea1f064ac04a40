import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';

/**
 * Builds dist/, unless it was built from exactly these sources. `--force` always builds. `--unless-built` builds only
 * if dist/ is missing: commands such as `npm run backup` must not replace the files of a running server. Loads Vite and
 * the other build packages only for a build, so a built dist/ runs without them and without the sources.
 */

const stampFile = 'dist/built';
const hasOption = (option: string) => process.argv.includes(option);

const isNotTest = (file: string) => !file.endsWith('.test.ts');

/** Hashes the names and contents of all sources except tests. Ignores file times, because a copied tree has others. */
function hashSources(): string {
  const sources = [
    ...globSync('{web,contract,server}/**/*.{ts,tsx,css,svg,woff2,md}').filter(isNotTest),
    'build.ts',
    'bundle.ts',
    'site.config.ts',
    'site.tokens.css',
    'vite.config.ts',
    'package-lock.json',
  ];
  const hash = createHash('sha256');
  for (const file of sources.map((name) => name.replaceAll('\\', '/')).sort()) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function canBuild(): boolean {
  try {
    import.meta.resolve('vite');
    return true;
  } catch {
    return false;
  }
}

const isBuilt = existsSync(stampFile);
const hasSources = existsSync('bundle.ts');

function isUpToDate(sourcesHash: string): boolean {
  if (!isBuilt || hasOption('--force')) return false;
  return hasOption('--unless-built') || readFileSync(stampFile, 'utf8') === sourcesHash;
}

async function build(sourcesHash: string): Promise<void> {
  // Removes the stamp first, so that an interrupted build does not count as complete.
  await rm(stampFile, { force: true });
  const { bundle } = await import('./bundle.ts');
  await bundle();
  await writeFile(stampFile, sourcesHash);
}

function fail(why: string): void {
  process.stderr.write(`${why}.\n`);
  process.exitCode = 1;
}

if (hasSources) {
  const sourcesHash = hashSources();
  const cannotBuild =
    'dist/ is not built from these sources, and the development packages are missing';
  if (!isUpToDate(sourcesHash)) {
    if (canBuild()) await build(sourcesHash);
    else fail(`${cannotBuild}: run npm ci && npm run build`);
  }
} else if (!isBuilt) {
  fail('dist/ is missing or incomplete, and there are no sources to build it from');
}
