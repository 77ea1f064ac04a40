import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

/** Checks the sizes and the chunks of the built scripts and styles that the browser loads for a page. */

interface Chunk {
  file: string;
  imports?: string[];
}

const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync('dist/client/.vite/manifest.json', 'utf8'),
);
const bytesOf = (file: string) => gzipSync(readFileSync(`dist/client/${file}`)).length;

function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  assert.ok(chunk, name);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, seen);
  return seen;
}

const scriptsOf = (page: string) =>
  [...new Set([...filesOf('web/hydrate.tsx'), ...filesOf(`web/site/${page}.tsx`)])]
    .map(bytesOf)
    .reduce((sum, bytes) => sum + bytes, 0);

const kilobyte = 1000;

for (const [page, limit] of [
  ['home', 100],
  ['blog', 100],
  ['post', 100],
  ['ideas', 100],
  ['idea', 102],
  ['pod', 100],
  ['search', 100],
  ['project', 100],
  ['workflow', 100],
  ['not-found', 100],
  ['contact', 125],
  ['submit-idea', 125],
  ['join-team', 125],
  ['receipt', 125],
] as const) {
  test(`the scripts of ${page} are at most ${limit} kB gzip`, () => {
    const bytes = scriptsOf(page);
    assert.ok(bytes <= limit * kilobyte, `${bytes} bytes`);
  });
}

test('the style sheet is at most 20 kB gzip', () => {
  const css = (manifest['web/hydrate.tsx'] as Chunk & { css: string[] }).css;
  assert.ok(css.map(bytesOf).reduce((sum, bytes) => sum + bytes, 0) <= 20 * kilobyte);
});

test('only the entry and single pages have a style sheet: the sheet of a shared chunk would need scripts', () => {
  const chunks = manifest as Record<string, Chunk & { css?: string[]; src?: string }>;
  const styled = Object.values(chunks).filter(({ css = [] }) => css.length > 0);
  assert.ok(styled.length > 1);
  assert.deepEqual(
    styled.map(({ src, file }) => src ?? file).filter((name) => !name.startsWith('web/')),
    [],
  );
});

test('no chunks import each other in a circle: one would run before its imports', () => {
  const walk = (name: string, path: string[]) => {
    assert.ok(!path.includes(name), [...path, name].join(' → '));
    for (const imported of manifest[name]?.imports ?? []) walk(imported, [...path, name]);
  };
  for (const name of Object.keys(manifest)) walk(name, []);
});

test('no public page loads anything of the staff area', () => {
  const pages = Object.keys(manifest).filter((name) => name.startsWith('web/site/'));
  assert.ok(pages.length >= 10);
  const files = new Set([
    ...filesOf('web/hydrate.tsx'),
    ...pages.flatMap((page) => [...filesOf(page)]),
  ]);
  for (const file of files) {
    const code = readFileSync(`dist/client/${file}`, 'utf8');
    assert.doesNotMatch(code, /adminToken|\/api\/admin\//, file);
  }
});
