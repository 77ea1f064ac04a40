import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { site } from '#site.config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'fledge-setup-'));
const file = path.join(folder, 'site.config.ts');
test.after(() => rmSync(folder, { recursive: true }));

/** Runs setup.ts with one line of input for each answer. */
function setUp(answers: string[]) {
  const input = answers.map((answer) => `${answer}\n`).join('');
  return spawnSync(process.execPath, ['setup.ts', file], { input, encoding: 'utf8' });
}

test('npm run setup writes the answers into site.config.ts, and asks again for one it cannot use', async () => {
  copyFileSync('site.config.ts', file);
  const { status, stdout } = setUp([
    "Kestrel's \\ Lab",
    'german',
    'de-CH',
    '',
    'Prototypes for libraries.',
    'no address',
    'post@kestrel.example',
    '2026-13',
    '2026-01',
    'Zulip',
    '30',
    '-1',
    '20',
    '48',
  ]);
  assert.equal(status, 0);
  assert.match(stdout, /Write a language tag/);
  assert.match(stdout, /Write the month like 2025-06\./);
  const { site: written } = await import(pathToFileURL(file).href);
  const words = { ...site.words.home, lead: written.words.home.lead };
  assert.match(words.lead, /^Kestrel's \\ Lab is an AI .* have 30 hours/);
  assert.equal(written.name, "Kestrel's \\ Lab");
  assert.equal(written.language, 'de-CH');
  assert.equal(written.tagline, site.tagline);
  assert.equal(written.description, 'Prototypes for libraries.');
  assert.equal(written.email, 'post@kestrel.example');
  assert.equal(written.inception, '2026-01');
  assert.equal(written.chat, 'Zulip');
  assert.deepEqual(written.hours, { mvp: 30, extended: 50, availability: 20, answer: 48 });
  assert.equal(written.workflow.lifecycle.steps[4].name, 'Extended phase, 50 more');
  assert.deepEqual(written.lists, site.lists);
});

test('npm run setup can be run again, and changes nothing when it is stopped', () => {
  const before = readFileSync(file, 'utf8');
  const { status, stderr } = setUp(['Another name']);
  assert.equal(status, 1);
  assert.match(stderr, /Nothing was changed/);
  assert.equal(readFileSync(file, 'utf8'), before);
  assert.equal(setUp(Array(10).fill('')).status, 0);
  assert.equal(readFileSync(file, 'utf8'), before);
});
