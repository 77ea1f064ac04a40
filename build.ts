import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';

/**
 * Builds dist/, unless it was built from exactly these sources. Vite and the other packages for building are
 * loaded only when there is something to build: a built tree runs without them.
 */

const stamp = 'dist/built';

/** The names and contents of all sources. Times are not compared: copying a tree changes them. */
function hashSources(): string {
  const sources = [
    ...globSync('{web,contract,server}/**/*.{ts,tsx,css,svg,woff2}'),
    'build.ts',
    'bundle.ts',
    'site.config.ts',
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

const sources = hashSources();
const isFresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
if (!isFresh || process.argv.includes('--force')) {
  if (canBuild()) {
    // The stamp is removed first, so that an interrupted build does not count as a complete one.
    await rm(stamp, { force: true });
    const { bundle } = await import('./bundle.ts');
    await bundle();
    await writeFile(stamp, sources);
  } else {
    const missing =
      'dist/ is not built from these sources, and the development packages are missing';
    process.stderr.write(`${missing}: run npm ci && npm run build.\n`);
    process.exitCode = 1;
  }
}
