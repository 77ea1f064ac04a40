import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { copySqliteTemplate, demoFolder } from '../template-copies.ts';
import { buildImage, nonroot } from './dockerfile.ts';
import { newFolder, startServer } from './server.ts';

/** Returns the size of a folder in bytes. Does not follow symbolic links. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true })
    .map((name) => lstatSync(path.join(folder, String(name))).size)
    .reduce((sum, size) => sum + size, 0);
}

const megabyte = 1_000_000;
/** gcr.io/distroless/cc-debian12 has 24 MB. The estimate of 30 MB leaves a margin for its growth. */
const baseImage = 30 * megabyte;

const stages = newFolder();
chmodSync(stages, 0o755);
const image = buildImage(stages);

test('the image has less than 250 MB', (t) => {
  const size = sizeOf(image.folder) + baseImage;
  t.diagnostic(`the image has ${Math.round(size / megabyte)} MB`);
  assert.ok(size < 250 * megabyte, `${size} bytes`);
});

test('the image has neither sources nor development packages', () => {
  const site = path.join(image.folder, 'site');
  assert.deepEqual(readdirSync(site).sort(), ['dist', 'node_modules', 'package.json']);
  assert.ok(!readdirSync(path.join(site, 'node_modules')).includes('vite'));
});

test('the image serves as a user without rights, is healthy, and has the commands', async () => {
  const [node = '', ...program] = image.command;
  assert.equal(node, 'node');
  const command = path.join(image.env.PATH ?? '', node);
  const server = await startServer({ ...image.env, PORT: '0' }, program, undefined, {
    command,
    cwd: image.workdir,
    ...nonroot,
  });
  const { port } = new URL(server.url);
  const page = await fetch(`http://127.0.0.1:${port}/`);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<!DOCTYPE html>/i);
  const post = await fetch(`http://127.0.0.1:${port}/api/blogs`);
  assert.equal(((await post.json()) as unknown[]).length, 8);

  const inImage = ([, ...args]: string[], PORT = port) =>
    spawnSync(command, args, {
      cwd: image.workdir,
      env: { ...image.env, PORT },
      encoding: 'utf8',
      ...nonroot,
    });
  assert.equal(inImage(image.healthCheck).status, 0);
  assert.equal(inImage(image.healthCheck, '1').status, 1);
  const users = inImage(['node', 'dist/server/commands.js', 'user', 'list']);
  assert.equal(users.stdout, 'admin\tadmin\n', users.stderr);
  assert.deepEqual(await server.end(), { code: 0, signal: null });
});

test('the systemd unit and npm start run the same command as the image', () => {
  const unit = readFileSync('deploy/fledge.service', 'utf8');
  const [, started] = unit.match(/^ExecStart=\/srv\/fledge\/node_modules\/\.bin\/(.*)$/m) ?? [];
  assert.equal(started, image.command.join(' '));
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.ok(scripts.start.endsWith(` && ${started}`));
});

test('npm start and npm run user work with dist/ and a production install', async () => {
  const folder = path.join(stages, 'packages/packages');
  copyFileSync('build.ts', path.join(folder, 'build.ts'));
  cpSync(path.join(stages, 'build/build/dist'), path.join(folder, 'dist'), { recursive: true });
  const DATA_DIR = newFolder();
  copySqliteTemplate(DATA_DIR, demoFolder);
  const server = await startServer({ DATA_DIR }, ['start'], undefined, {
    command: 'npm',
    cwd: folder,
    detached: true,
  });
  const run = (...args: string[]) =>
    execFileSync('npm', ['run', '--silent', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, DATA_DIR },
      input: 'quiet owl\n',
      encoding: 'utf8',
    });
  assert.equal(run('user', '--', 'add', 'sigrid'), 'sigrid can sign in now, as blog-admin.\n');
  const login = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'sigrid', password: 'quiet owl' }),
  });
  assert.equal(login.status, 200);
  assert.match(run('backup', '--', path.join(DATA_DIR, 'backup.gz')), /The backup is in/);
  // The shell of npm does not forward signals, so the whole process group gets the signal, as from a terminal.
  process.kill(-(server.process.pid ?? 0), 'SIGTERM');
});
