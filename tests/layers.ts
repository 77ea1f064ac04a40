import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Who may know whom. `contract` knows nobody; `server` and `web` know `contract` and never each other;
 * `web/site` and `web/admin` never know each other; SQL stays in `server/store`; nothing goes in circles.
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

/** A file of ours as its path, a package as its name. */
function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  return specifier;
}

const under = (folder: string) => (file: string) => file.startsWith(`${folder}/`);
const isPackage = (name: string) => (target: string) =>
  target === name || target.startsWith(`${name}/`);

const never: [why: string, from: (file: string) => boolean, to: (target: string) => boolean][] = [
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
];

const graph = new Map(
  files.map((file) => [file, importsOf(file).map((specifier) => resolve(file, specifier))]),
);
const problems: string[] = [];

for (const [file, targets] of graph) {
  if (isTest(file)) continue;
  for (const target of targets) {
    for (const [why, from, to] of never) {
      if (from(file) && to(target)) problems.push(`${file} imports ${target}: ${why}`);
    }
  }
}

const done = new Set<string>();
function visit(file: string, trail: string[]): void {
  if (trail.includes(file)) {
    problems.push(`a circle: ${[...trail.slice(trail.indexOf(file)), file].join(' → ')}`);
    return;
  }
  if (done.has(file)) return;
  for (const target of graph.get(file) ?? [])
    if (graph.has(target)) visit(target, [...trail, file]);
  done.add(file);
}
for (const file of files) visit(file, []);

for (const problem of problems) console.error(problem);
console.log(`layers: ${files.length} files, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
