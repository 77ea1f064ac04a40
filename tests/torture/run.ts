import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { run } from 'node:test';
import { createPostgres } from '../postgres.ts';
import { makeSqliteTemplate, migratePostgresTemplate } from '../template.ts';

/**
 * `npm run torture` runs every torture test at full size and prints one line for each. Such a line is called a row
 * here: a test of tests/torture, or a part of a browser spec. The run may be stopped at any time: rows that have passed
 * on the same commit are not run again. `npm run torture -- kill login` runs the files with one of these words in their
 * path. `npm run torture -- --again` forgets earlier results and runs all rows.
 */

/** The number of runs of each tests/browser/hostile-*.spec.ts. Each run takes a part of the payloads and is one row. */
const parts = 12;

const resultsFile = 'torture-results.jsonl';
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isWanted = (file: string) => words.length === 0 || words.some((word) => file.includes(word));
if (process.argv.includes('--again')) rmSync(resultsFile, { force: true });

interface Passed {
  row: string;
  commit: string;
}

const commit = commitOf();
const before: Passed[] = existsSync(resultsFile)
  ? readFileSync(resultsFile, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];
const passed = new Set(before.filter((one) => one.commit === commit).map(({ row }) => row));
let failed = 0;

function recordResult(row: string, isGood: boolean, said: string, milliseconds: number): void {
  const seconds = Math.round(milliseconds / 1000);
  console.log(`${isGood ? '✔' : '✖'} ${said || row} · ${seconds} s`);
  if (!isGood) {
    failed += 1;
    return;
  }
  const at = new Date().toISOString();
  appendFileSync(resultsFile, `${JSON.stringify({ row, commit, at, seconds, said })}\n`);
}

Object.assign(process.env, { TORTURE: 'full' });
const postgres = await createPostgres({ isOnDisk: true });
process.once('exit', () => postgres.remove());
await postgres.start();
await makeSqliteTemplate();
await migratePostgresTemplate(postgres.url);
process.env.TEST_POSTGRES_URL = postgres.url;
for (const file of globSync('tests/torture/*.test.ts').filter(isWanted).toSorted())
  await rows(file);
await postgres.remove();
for (const file of globSync('tests/browser/hostile-*.spec.ts').filter(isWanted)) {
  for (let part = 1; part <= parts; part += 1) inBrowser(file, `${part}/${parts}`);
}
console.log(failed === 0 ? 'Every row holds.' : `${failed} rows do not hold.`);
process.exit(failed === 0 ? 0 : 1);

async function rows(file: string): Promise<void> {
  const events = run({
    files: [file],
    concurrency: 1,
    timeout: 4 * 60 * 60_000,
    testSkipPatterns: [...passed].map((row) => new RegExp(`^${RegExp.escape(row)}$`)),
  });
  // The figures of a test (see `reportFigures`) arrive in `test:diagnostic`, after its `test:pass` or `test:fail`.
  let ended: { row: string; isGood: boolean; milliseconds: number } | undefined;
  const flush = (said = '') => {
    if (ended) recordResult(ended.row, ended.isGood, said, ended.milliseconds);
    ended = undefined;
  };
  const end = (row: string, isGood: boolean, milliseconds: number) => {
    flush();
    ended = { row, isGood, milliseconds };
  };
  events.on('test:diagnostic', ({ message }) => {
    if (ended && message.startsWith(`${ended.row}: `)) flush(message);
  });
  events.on('test:pass', ({ name, details, skip }) => {
    if (skip === undefined && details.type !== 'suite') end(name, true, details.duration_ms);
  });
  events.on('test:fail', ({ name, details }) => {
    end(name, false, details.duration_ms);
    console.log(details.error.cause ?? details.error);
  });
  for await (const _ of events);
  flush();
}

function inBrowser(file: string, part: string): void {
  const row = `${file}, part ${part}`;
  if (passed.has(row)) return;
  const began = performance.now();
  const { status } = spawnSync('playwright', ['test', file, '--reporter', 'list'], {
    stdio: 'inherit',
    env: { ...process.env, TORTURE_PART: part },
    shell: process.platform === 'win32',
  });
  recordResult(row, status === 0, '', performance.now() - began);
}

/**
 * Returns the name of the commit. With uncommitted changes the name is unique, so that no results are reused. Without
 * git it is the version of package.json.
 */
function commitOf(): string {
  try {
    const changes = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' });
    const head = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
    return changes ? `${head} and changes at ${new Date().toISOString()}` : head;
  } catch {
    return JSON.parse(readFileSync('package.json', 'utf8')).version;
  }
}
