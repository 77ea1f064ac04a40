import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { copySqliteTemplate, demoFolder } from '../template-copies.ts';
import { newFolder, startServer } from './server.ts';

const sources = globSync('{build.ts,bundle.ts,site.config.ts,site.tokens.css,vite.config.ts}');

/** Copies parts of the project, without the compile cache in dist/cache, to a new folder, and returns the folder. */
function copyProject(...parts: string[]): string {
  const folder = newFolder();
  for (const part of parts) {
    const isCopied = (file: string) => !file.startsWith(path.join('dist', 'cache'));
    cpSync(part, path.join(folder, part), { recursive: true, filter: isCopied });
  }
  return folder;
}

const build = (folder: string, ...options: string[]) =>
  spawnSync(process.execPath, ['build.ts', ...options], { cwd: folder, encoding: 'utf8' });

test('dist/ serves without the sources and the packages', async () => {
  const folder = copyProject('package.json', 'build.ts', 'dist');
  const { status, stderr } = build(folder);
  assert.equal(status, 0, stderr);
  const DATA_DIR = newFolder();
  copySqliteTemplate(DATA_DIR, demoFolder);
  const server = await startServer({ DATA_DIR }, [path.join(folder, 'dist/server/start.js')]);
  const page = await fetch(server.url);
  assert.equal(page.status, 200);
  await page.text();
  await server.end();
});

const tree = [...sources, 'package.json', 'package-lock.json', 'contract', 'server', 'web', 'dist'];

test('without build packages, changed sources do not replace dist/, and a missing build says what to run', () => {
  const folder = copyProject(...tree);
  assert.equal(build(folder).status, 0);
  writeFileSync(path.join(folder, 'site.config.ts'), '');
  assert.equal(build(folder).status, 1);
  assert.equal(build(folder, '--unless-built').status, 0);
  copyFileSync('site.config.ts', path.join(folder, 'site.config.ts'));
  assert.equal(build(folder).status, 0);
  rmSync(path.join(folder, 'dist/built'));
  const { status, stdout, stderr } = build(folder);
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /^[^\n]*npm ci && npm run build[^\n]*\n$/);
});

test('a folder without dist/ and without sources says so', () => {
  const { status, stderr } = build(copyProject('package.json', 'build.ts'));
  assert.equal(status, 1);
  assert.match(stderr, /^dist\/ is missing[^\n]*\n$/);
});

interface LockedPackage {
  integrity?: string;
  inBundle?: boolean;
  resolved?: string;
  hasInstallScript?: boolean;
}
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { dependencies, allowScripts, optionalDependencies } = readJson('package.json');
const nameOf = (folder: string) => folder.replace(/^.*node_modules\//, '');

test('the lock file holds a hash of every package, Node itself among them', () => {
  const { packages } = readJson('package-lock.json') as { packages: Record<string, LockedPackage> };
  const { '': _project, ...locked } = packages;
  for (const [folder, { integrity, resolved, inBundle }] of Object.entries(locked)) {
    // A bundled package is in the archive of another package, whose hash covers it.
    if (inBundle) continue;
    assert.match(integrity ?? '', /^sha512-/, folder);
    assert.equal(resolved, undefined, `${folder} names one registry`);
  }
  for (const platform of [
    'linux-x64',
    'linux-arm64',
    'darwin-x64',
    'bin-darwin-arm64',
    'win-x64',
  ]) {
    assert.ok(locked[`node_modules/node-${platform}`], platform);
    assert.match(optionalDependencies[`node-${platform}`], /^\d+\.\d+\.\d+$/);
  }
});

test('only the packages that package.json names run scripts when they are installed', () => {
  const { packages } = readJson('package-lock.json') as { packages: Record<string, LockedPackage> };
  const withScripts = Object.entries(packages).flatMap(([folder, { hasInstallScript }]) =>
    hasInstallScript && folder ? nameOf(folder) : [],
  );
  assert.deepEqual(
    withScripts.filter((name) => !(name in allowScripts)),
    [],
  );
});

test('the packages that the server imports are those of a production install', () => {
  const sources = globSync('{server,contract}/**/*.ts').filter((file) => !/\.test\.ts$/.test(file));
  const imported = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import\() ?'([\w@][^'\s]*)'/g)].flatMap(
      ([, name = '']) => name.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? [],
    ),
  );
  const packages = imported.filter((name) => !name.startsWith('node:') && name !== 'vite');
  assert.deepEqual([...new Set(packages)].toSorted(), Object.keys(dependencies).toSorted());
});
