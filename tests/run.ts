import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { createPostgres } from './postgres.ts';

/**
 * Everything that proves the product: `npm test`. It ends with one line, `N passed, N failed`.
 * `npm test -- server/api` runs only the test files whose path contains one of the words.
 */

const words = process.argv.slice(2);
const wanted = (file: string) => words.length === 0 || words.some((word) => file.includes(word));
const total = { passed: 0, failed: 0 };
let matched = false;

function heading(text: string): void {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 90 - text.length))}`);
}

/** A command that must succeed counts as one test. */
function command(title: string, name: string, args: string[]): boolean {
  heading(title);
  const { status } = spawnSync(name, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  total[status === 0 ? 'passed' : 'failed'] += 1;
  return status === 0;
}

async function testFiles(title: string, pattern: string, env: Record<string, string> = {}) {
  const files = globSync(pattern, { exclude: ['node_modules/**', 'dist/**'] }).filter(wanted);
  if (files.length === 0) return;
  matched = true;
  heading(`${title}: ${files.length} files`);
  Object.assign(process.env, env);
  const events = run({ files: files.toSorted(), concurrency: 2, timeout: 300_000 });
  events.on('test:summary', ({ file, counts }) => {
    if (file !== undefined) return;
    total.passed += counts.passed;
    total.failed += counts.tests - counts.passed;
  });
  // Hundreds of passing lines help nobody: only what failed is shown, and the sums.
  const report = spec();
  events.on('test:fail', ({ name, file, details }) => {
    if (details.type !== 'suite') console.log(`✖ ${name} (${file})`);
  });
  for await (const text of events.compose(report)) {
    const shown = String(text);
    if (!/^\s*(\S*✔|▶)/.test(shown.replaceAll('\u001b', '\\'))) process.stdout.write(shown);
  }
  for (const name of Object.keys(env)) delete process.env[name];
}

/** Playwright has a runner of its own; its report is counted with the rest. */
function browserTests(): void {
  const files = globSync('tests/browser/*.spec.ts').filter(wanted);
  if (files.length === 0 || !built) return;
  matched = true;
  heading(`In a browser: ${files.length} files`);
  rmSync('test-results', { recursive: true, force: true });
  const { status } = spawnSync('playwright', ['test', ...files], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
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

if (words.length === 0) {
  command('Format and lint', 'biome', ['check', '.']);
  command('Types', 'tsc', []);
  command('Layers', 'node', ['tests/layers.ts']);
  command('Dependencies', 'node', ['tests/audit.ts']);
}
const built = command('Build', 'node', ['build.ts']);

await testFiles('Units and API on SQLite', '{contract,server,web}/**/*.test.ts');

const postgres = await createPostgres();
process.once('exit', () => postgres.remove());
try {
  await postgres.start();
  await testFiles('Units and API on PostgreSQL', 'server/**/*.test.ts', {
    TEST_POSTGRES_URL: postgres.url,
  });
  if (built) {
    await testFiles('The whole server, as a process', 'tests/process/*.test.ts', {
      TEST_POSTGRES_URL: postgres.url,
    });
    await testFiles('Attacks, as a sample', 'tests/torture/*.test.ts', {
      TEST_POSTGRES_URL: postgres.url,
    });
  }
} finally {
  await postgres.remove();
}

browserTests();

if (!matched) {
  console.log(`No test file has ${words.join(' or ')} in its path.`);
  total.failed += 1;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
