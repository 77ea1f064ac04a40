import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createPostgres } from './postgres.ts';
import { makeSqliteTemplate, migratePostgresTemplate } from './template.ts';

/**
 * `npm test` builds, checks format, types and layers, and runs all tests. It ends with one line, `N passed, N failed`.
 * `npm test -- server/api` builds, and runs only the test files whose path contains one of the arguments.
 */

const words = process.argv.slice(2);
const isWanted = (file: string) => words.length === 0 || words.some((word) => file.includes(word));
const total = { passed: 0, failed: 0 };
let hasTestFiles = false;
const temporary = mkdtempSync(path.join(tmpdir(), 'fledge-tests-'));
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));

/** Prints a heading with the time since the start. */
function heading(text: string): void {
  const line = `── ${text}, at ${Math.round(performance.now() / 1000)} s `;
  console.log(`\n${line.padEnd(94, '─')}`);
}

/** Runs a command. Returns its stdout instead of printing it, because several commands run in parallel. */
async function runCommand(name: string, args: string[]): Promise<[status: number, output: string]> {
  const child = spawn(name, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  const [[status], output] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  return [status, output];
}

/** Runs commands in parallel. Each must succeed and counts as one test. Returns the titles of those that succeeded. */
async function runCommands(titled: Record<string, string[]>): Promise<Set<string>> {
  const succeeded = new Set<string>();
  const started = Object.entries(titled).map(
    ([title, [name = '', ...args]]) => [title, runCommand(name, args)] as const,
  );
  for (const [title, ended] of started) {
    const [status, output] = await ended;
    heading(title);
    process.stdout.write(output);
    total[status === 0 ? 'passed' : 'failed'] += 1;
    if (status === 0) succeeded.add(title);
  }
  return succeeded;
}

const matching = (pattern: string): string[] =>
  globSync(pattern, { exclude: ['node_modules/**', 'dist/**'] })
    .filter(isWanted)
    .toSorted();

/**
 * Writes a few modules that each run a group of files, one file after the other. The files of a group share a process,
 * so the server is loaded once: loading takes longer than the tests of most files. The tests of a file become subtests.
 */
function writeGroups(files: string[], env: Record<string, string> = {}): string[] {
  const groups: string[][] = Array.from(
    { length: Math.min(files.length, availableParallelism() + 1) },
    () => [],
  );
  for (const [at, file] of files.entries()) groups[at % groups.length]?.push(file);
  return groups.map((group) => {
    const module = path.join(temporary, `${randomUUID()}.mjs`);
    const imports = group.map((file) => {
      const name = env.TEST_POSTGRES_URL ? `${file}, on PostgreSQL` : file;
      return `test(${JSON.stringify(name)}, () => import(${JSON.stringify(pathToFileURL(file))}));`;
    });
    writeFileSync(
      module,
      `import { test } from 'node:test';
Object.assign(process.env, ${JSON.stringify(env)});
${imports.join('\n')}`,
    );
    return module;
  });
}

/** Runs modules of `writeGroups`, each in a separate process. A test that is skipped counts as failed. */
async function runTestFiles(
  title: string,
  groups: string[],
  concurrency = availableParallelism(),
): Promise<void> {
  if (groups.length === 0) return;
  hasTestFiles = true;
  heading(title);
  const events = run({ files: groups, concurrency, timeout: 600_000 });
  events.on('test:summary', ({ file, counts }) => {
    if (file !== undefined) return;
    total.passed += counts.passed;
    total.failed += counts.tests - counts.passed;
  });
  // Prints failures, diagnostics from `t.diagnostic` and the output of tests, but no list of the passed tests.
  events.on('test:fail', ({ name, file, details }) => {
    if (details.type !== 'suite') console.log(`✖ ${name} (${file})\n`, details.error.cause);
  });
  events.on('test:diagnostic', ({ message, file }) => {
    if (file !== undefined) console.log(`ℹ ${message}`);
  });
  events.on('test:stdout', ({ message }) => process.stdout.write(message));
  events.on('test:stderr', ({ message }) => process.stdout.write(message));
  await finished(events.resume());
}

/** Runs Playwright, and adds its report to the totals. A test that is skipped or flaky counts as failed. */
async function runBrowserTests(): Promise<void> {
  if (browserFiles.length === 0) return;
  hasTestFiles = true;
  await browserInstalled;
  rmSync('test-results', { recursive: true, force: true });
  const [status, output] = await runCommand('playwright', ['test', ...browserFiles]);
  heading(`In a browser: ${browserFiles.length} files`);
  process.stdout.write(output);
  try {
    const { stats } = JSON.parse(readFileSync('test-results/report.json', 'utf8'));
    const failed = stats.unexpected + stats.flaky + stats.skipped;
    total.passed += stats.expected;
    // When a file cannot be loaded, Playwright reports no failed test, but its status is not 0.
    total.failed += failed || Number(status !== 0);
  } catch {
    console.log('The browser tests left no report.');
    total.failed += 1;
  }
}

/** Runs the unit tests. Files that use tests/harness.ts run on both engines, unless they say "Runs on SQLite alone". */
async function runUnits(env: Record<string, string>): Promise<void> {
  const files = matching('{contract,server,web}/**/*.test.ts');
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const says = (file: string, phrase: string) => texts.get(file)?.includes(phrase);
  const withDatabase = files.filter((file) => says(file, 'tests/harness.ts'));
  const onPostgres = withDatabase.filter((file) => !says(file, 'Runs on SQLite alone'));
  const others = files.filter((file) => !withDatabase.includes(file));
  await runTestFiles(
    `Units and API: ${files.length} files, ${onPostgres.length} of them on both engines`,
    [...writeGroups(withDatabase), ...writeGroups(onPostgres, env), ...writeGroups(others)],
    // Some tests wait, so two more processes than there are cores keep the cores busy.
    availableParallelism() + 2,
  );
}

/** Runs the tests of the built server, and then a sample of each attack. */
async function runServerTests(): Promise<void> {
  const servers = matching('tests/process/*.test.ts');
  await runTestFiles(
    `The whole server, as a process: ${servers.length} files`,
    writeGroups(servers),
  );
  const attacks = matching('tests/torture/*.test.ts');
  await runTestFiles(`Attacks, as a sample: ${attacks.length} files`, writeGroups(attacks));
}

// Installs a browser if there is none, while the unit tests run. If that fails, the browser tests report it.
const browserFiles = globSync('tests/browser/*.spec.ts').filter(isWanted);
const browserInstalled = browserFiles.length > 0 && runCommand('node', ['tests/chromium.ts']);

// Unit tests choose their engine by this variable. A developer may have set it, to run a single file.
delete process.env.TEST_POSTGRES_URL;
// The compile cache saves each test process a third of its start time.
process.env.NODE_COMPILE_CACHE ??= path.join(tmpdir(), 'fledge-compile-cache');
const checks = {
  'Format and lint': ['biome', 'check', '.'],
  Types: ['tsc'],
  Layers: ['node', 'tests/layers.ts'],
};
const succeeded = await runCommands({
  Build: ['node', 'build.ts'],
  ...(words.length === 0 && checks),
});
const isBuilt = succeeded.has('Build');

await makeSqliteTemplate();
const postgres = await createPostgres();
process.once('exit', () => postgres.remove());
try {
  await postgres.start();
  await migratePostgresTemplate(postgres.url);
  const env = { TEST_POSTGRES_URL: postgres.url };
  await runUnits(env);
  Object.assign(process.env, env);
  if (isBuilt) await Promise.all([runBrowserTests(), runServerTests()]);
} finally {
  await postgres.remove();
}

if (isBuilt && !hasTestFiles) {
  console.log(`No test file has ${words.join(' or ')} in its path.`);
  total.failed += 1;
}
heading('End');
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
