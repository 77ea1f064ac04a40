import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Checks the imports of all files in `contract`, `server` and `web`: no file but a test may have an import that
 * `forbidden` lists, and neither files nor folders may import each other in a circle.
 */

const files = globSync('{contract,server,web}/**/*.{ts,tsx}').map((file) =>
  file.replaceAll('\\', '/'),
);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const found = source.matchAll(/(?:^|\n)\s*(?:import|export)\s[^'"`;]*?['"]([^'"]+)['"]/g);
  const dynamic = source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g);
  const bare = source.matchAll(/(?:^|\n)import\s+['"]([^'"]+)['"]/g);
  return [...found, ...dynamic, ...bare].flatMap(([, specifier]) => specifier ?? []);
}

/** Returns the path of an imported file of this project, or the name of an imported package. */
function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  return specifier;
}

const under = (folder: string) => (file: string) => file.startsWith(`${folder}/`);
const isPackage = (name: string) => (target: string) =>
  target === name || target.startsWith(`${name}/`);

const forbidden: [why: string, from: (file: string) => boolean, to: (target: string) => boolean][] =
  [
    ['contract knows nobody', under('contract'), (to) => under('server')(to) || under('web')(to)],
    ['contract runs anywhere', under('contract'), (to) => to.startsWith('node:')],
    ['the server loads only the built web', under('server'), under('web')],
    ['web reaches the server over the API', under('web'), under('server')],
    ['the site does not know the staff area', under('web/site'), under('web/admin')],
    ['the staff area does not know the site', under('web/admin'), under('web/site')],
    ['the small parts know no page', under('web/ui'), (to) => /^web\/(site|admin|api)\//.test(to)],
    [
      'SQL stays in server/store',
      (from) => !under('server/store')(from),
      (to) => ['kysely', 'pg', 'node:sqlite'].some((name) => isPackage(name)(to)),
    ],
    ['the store does not know the API', under('server/store'), under('server/api')],
    ['contract/zod.ts sets up zod', (from) => from !== 'contract/zod.ts', isPackage('zod')],
  ];

const graph = new Map(
  files.map((file) => [file, importsOf(file).map((specifier) => resolve(file, specifier))]),
);
const problems: string[] = [];

for (const [file, targets] of graph) {
  if (isTest(file)) continue;
  for (const target of targets) {
    for (const [why, from, to] of forbidden) {
      if (from(file) && to(target)) problems.push(`${file} imports ${target}: ${why}`);
    }
  }
}

/** Returns the circles in a graph of imports, each as `a → b → a`. */
function findCircles(imports: Map<string, Iterable<string>>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  function visit(name: string, trail: string[]): void {
    if (trail.includes(name)) {
      circles.push([...trail.slice(trail.indexOf(name)), name].join(' → '));
      return;
    }
    if (done.has(name)) return;
    for (const target of imports.get(name) ?? []) {
      if (imports.has(target)) visit(target, [...trail, name]);
    }
    done.add(name);
  }
  for (const name of imports.keys()) visit(name, []);
  return circles;
}

/**
 * Returns the graph of imports between the folders in `server` and `web`, without tests. Files directly in `server` or
 * `web` are not in the graph: they connect the folders, so they may import a folder and be imported by it.
 */
function folderGraph(): Map<string, Set<string>> {
  const folderOf = (file: string) => file.match(/^(?:server|web)\/[^/]+(?=\/)/)?.[0];
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const folder = folderOf(file);
    if (!folder || isTest(file)) continue;
    const imported = folders.get(folder) ?? new Set();
    for (const target of targets) {
      const other = folderOf(target);
      if (other && other !== folder) imported.add(other);
    }
    folders.set(folder, imported);
  }
  return folders;
}

for (const circle of findCircles(graph)) problems.push(`a circle of files: ${circle}`);
for (const circle of findCircles(folderGraph())) problems.push(`a circle of folders: ${circle}`);

for (const problem of problems) console.error(problem);
console.log(`layers: ${files.length} files, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
