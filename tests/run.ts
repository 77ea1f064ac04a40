import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { createPostgres } from './postgres.ts';
import { makeSqliteTemplate, migratePostgresTemplate } from './template.ts';

/**
 * Runs all tests: `npm test`. It ends with one line, `N passed, N failed`.
 * `npm test -- server/api` runs only the test files whose path contains one of the words.
 */

const words = process.argv.slice(2);
const wanted = (file: string) => words.length === 0 || words.some((word) => file.includes(word));
const total = { passed: 0, failed: 0 };
let matched = false;

/** Prints a heading with the time since the start. */
function heading(text: string): void {
  const line = `── ${text}, at ${Math.round(performance.now() / 1000)} s `;
  console.log(`\n${line.padEnd(94, '─')}`);
}

/** Runs a command. Its output is returned, because several commands run beside each other. */
async function start(name: string, args: string[]): Promise<[status: number, output: string]> {
  const child = spawn(name, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  const [[status], output] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  return [status, output];
}

/** Runs commands beside each other. Each must succeed and counts as one test. Returns the titles of those that did. */
async function commands(titled: Record<string, string[]>): Promise<Set<string>> {
  const succeeded = new Set<string>();
  const started = Object.entries(titled).map(
    ([title, [name = '', ...args]]) => [title, start(name, args)] as const,
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

interface Where {
  env?: Record<string, string>;
  /** Chooses files by what they contain. */
  holds?: (text: string) => boolean;
}

async function testFiles(
  title: string,
  pattern: string,
  { env = {}, holds = () => true }: Where = {},
) {
  const files = globSync(pattern, { exclude: ['node_modules/**', 'dist/**'] })
    .filter(wanted)
    .filter((file) => holds(readFileSync(file, 'utf8')));
  if (files.length === 0) return;
  matched = true;
  heading(`${title}: ${files.length} files`);
  Object.assign(process.env, env);
  const events = run({
    files: files.toSorted(),
    concurrency: availableParallelism(),
    timeout: 300_000,
  });
  events.on('test:summary', ({ file, counts }) => {
    if (file !== undefined) return;
    total.passed += counts.passed;
    total.failed += counts.tests - counts.passed;
  });
  // Passing tests are not listed. Failures, measurements and the output of tests are.
  events.on('test:fail', ({ name, file, details }) => {
    if (details.type !== 'suite') console.log(`✖ ${name} (${file})\n`, details.error.cause);
  });
  events.on('test:diagnostic', ({ message, file }) => {
    if (file !== undefined) console.log(`ℹ ${message}`);
  });
  events.on('test:stdout', ({ message }) => process.stdout.write(message));
  events.on('test:stderr', ({ message }) => process.stdout.write(message));
  await finished(events.resume());
  for (const name of Object.keys(env)) delete process.env[name];
}

/** Playwright has a runner of its own; its report is counted with the rest. */
async function browserTests(): Promise<void> {
  const files = globSync('tests/browser/*.spec.ts').filter(wanted);
  if (files.length === 0) return;
  matched = true;
  rmSync('test-results', { recursive: true, force: true });
  const [status, output] = await start('playwright', ['test', ...files]);
  heading(`In a browser: ${files.length} files`);
  process.stdout.write(output);
  try {
    const { stats } = JSON.parse(readFileSync('test-results/report.json', 'utf8'));
    const failed = stats.unexpected + stats.flaky + stats.skipped;
    total.passed += stats.expected;
    // A file that cannot be read has no tests to fail.
    total.failed += failed || Number(status !== 0);
  } catch {
    console.log('The browser tests left no report.');
    total.failed += 1;
  }
}

// Saves each test file a third of its start.
process.env.NODE_COMPILE_CACHE ??= path.join(tmpdir(), 'fledge-compile-cache');
const checks = {
  'Format and lint': ['biome', 'check', '.'],
  Types: ['tsc'],
  Layers: ['node', 'tests/layers.ts'],
};
const succeeded = await commands({
  Build: ['node', 'build.ts'],
  ...(words.length === 0 && checks),
});
const built = succeeded.has('Build');

await makeSqliteTemplate();
await testFiles('Units and API on SQLite', '{contract,server,web}/**/*.test.ts');

const postgres = await createPostgres();
process.once('exit', () => postgres.remove());
try {
  await postgres.start();
  await migratePostgresTemplate(postgres.url);
  const env = { TEST_POSTGRES_URL: postgres.url };
  // Files without a database of tests/harness.ts have run above, and the engine makes no difference to them. Some others
  // say the same of themselves.
  await testFiles('Units and API on PostgreSQL', 'server/**/*.test.ts', {
    env,
    holds: (text) => text.includes('tests/harness.ts') && !text.includes('Runs on SQLite alone'),
  });
  // The tests in a browser compute, and the attacks mostly wait.
  if (built) await Promise.all([browserTests(), processTests(env)]);
} finally {
  await postgres.remove();
}

async function processTests(env: Record<string, string>): Promise<void> {
  await testFiles('The whole server, as a process', 'tests/process/*.test.ts', { env });
  await testFiles('Attacks, as a sample', 'tests/torture/*.test.ts', { env });
}

if (!matched) {
  console.log(`No test file has ${words.join(' or ')} in its path.`);
  total.failed += 1;
}
heading('End');
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
