import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';

/**
 * Builds dist/, unless it was built from exactly these sources; with `--force` always, with `--unless-built` only if there
 * is none: a command must not replace the files of a running server. Vite and the other packages for building are
 * loaded only when there is something to build. A built tree runs without them, and without the sources.
 */

const stamp = 'dist/built';
const wants = (option: string) => process.argv.includes(option);

const isNoTest = (file: string) => !file.endsWith('.test.ts');

/** The names and contents of all sources, without tests. Times are not compared: copying a tree changes them. */
function hashSources(): string {
  const sources = [
    ...globSync('{web,contract,server}/**/*.{ts,tsx,css,svg,woff2,md}').filter(isNoTest),
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

const isBuilt = existsSync(stamp);
const hasSources = existsSync('bundle.ts');

function isEnough(sources: string): boolean {
  if (!isBuilt || wants('--force')) return false;
  return wants('--unless-built') || readFileSync(stamp, 'utf8') === sources;
}

async function build(sources: string): Promise<void> {
  // The stamp is removed first, so that an interrupted build does not count as a complete one.
  await rm(stamp, { force: true });
  const { bundle } = await import('./bundle.ts');
  await bundle();
  await writeFile(stamp, sources);
}

function fail(why: string): void {
  process.stderr.write(`${why}.\n`);
  process.exitCode = 1;
}

if (hasSources) {
  const sources = hashSources();
  const missing = 'dist/ is not built from these sources, and the development packages are missing';
  if (!isEnough(sources)) {
    if (canBuild()) await build(sources);
    else fail(`${missing}: run npm ci && npm run build`);
  }
} else if (!isBuilt) {
  fail('dist/ is missing or not whole, and there are no sources to build it from');
}
