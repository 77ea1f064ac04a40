import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { IdeaDraft } from '#contract/idea.ts';
import { newIdea } from '#server/store/idea.ts';
import { openStore } from '#server/store/open.ts';
import { insertSubmissions } from '#server/store/receive.ts';
import { contactDraft, ideaDraft } from '../drafts.ts';
import { copySqliteTemplate, demoFolder } from '../template-copies.ts';
import { newFolder, type RunningServer, startServer } from './server.ts';

const json = { 'Content-Type': 'application/json' };
const get = async (server: RunningServer, path: string) => (await fetch(server.url + path)).json();

test('an empty data directory becomes a site with content and an admin', async () => {
  const DATA_DIR = newFolder();
  const server = await startServer({ DATA_DIR });
  assert.match(server.output(), /filled with demo content/);
  const file = path.join(DATA_DIR, 'first-admin-password');
  assert.ok(server.output().includes(`Its password is in ${file}:`));
  const password = readFileSync(file, 'utf8').trim();
  const login = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'admin', password }),
  });
  assert.equal(login.status, 200);
  assert.equal((await get(server, '/api/apps')).length, 9);
  const page = await fetch(server.url);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<!DOCTYPE html>/i);
  assert.deepEqual(await server.end(), { code: 0, signal: null });
  assert.ok(!server.output().includes(password));
});

test('a bad configuration is reported in one message, before anything opens', async () => {
  await assert.rejects(
    startServer({ DATA_DIR: newFolder(), PORT: 'x', LOG_LEVEL: 'loud' }),
    /exited with 78:\nThe configuration is not usable:\n {2}PORT: .*\n {2}LOG_LEVEL: /,
  );
});

test('ADMIN_USERNAME and ADMIN_PASSWORD create the first admin; a second server reports the used port', async () => {
  const folder = newFolder();
  copySqliteTemplate(folder);
  const server = await startServer({
    DATA_DIR: folder,
    DEMO_CONTENT: 'false',
    ADMIN_USERNAME: 'sigrid',
    ADMIN_PASSWORD: 'set by hand',
  });
  assert.ok(!server.output().includes('set by hand'));
  const login = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'sigrid', password: 'set by hand' }),
  });
  assert.equal(login.status, 200);
  assert.deepEqual(await get(server, '/api/apps'), []);

  const DATA_DIR = newFolder();
  await assert.rejects(
    startServer({ DATA_DIR, PORT: new URL(server.url).port }),
    /Port \d+ is in use: set PORT to another\./,
  );
  assert.deepEqual(readdirSync(DATA_DIR), [], 'no admin is created, and no password saved');
  await server.end();
});

test('an address of another machine is reported with a clear message', async () => {
  await assert.rejects(
    startServer({ DATA_DIR: newFolder(), HOST: '192.0.2.1' }),
    /exited with 1:\nCannot listen on HOST 192\.0\.2\.1, PORT 0: /,
  );
});

test('npm run dev serves pages and the API on one port, leaves dist/ alone, and stops', async () => {
  // Servers of other tests store compiled code in dist/cache.
  const builtAt = () =>
    globSync('dist/**/*', { exclude: ['dist/cache', 'dist/cache/**'] }).map((file) => [
      file,
      statSync(file).mtimeMs,
    ]);
  const before = builtAt();
  const DATA_DIR = newFolder();
  copySqliteTemplate(DATA_DIR, demoFolder);
  const server = await startServer({ DATA_DIR }, ['server/main.ts', '--dev']);
  for (const path of ['/', '/blog', '/submit-idea']) {
    const page = await fetch(server.url + path);
    assert.equal(page.status, 200, path);
    assert.match(await page.text(), /@vite\/client/);
  }
  assert.equal((await get(server, '/api/apps')).length, 9);
  assert.equal((await fetch(`${server.url}/web/development.ts`)).status, 200);
  assert.deepEqual(builtAt(), before);
  assert.deepEqual(await server.end(), { code: 0, signal: null });
});

test('SIGTERM finishes requests and slow reads, refuses new requests, and ignores idle connections', async () => {
  const DATA_DIR = newFolder();
  copySqliteTemplate(DATA_DIR);
  await saveLongIdeas(DATA_DIR);
  const server = await startServer({ DATA_DIR, DEMO_CONTENT: 'false' });
  const { hostname, port } = new URL(server.url);
  const idle = connect(Number(port), hostname);
  await once(idle, 'connect');
  const slow = connect(Number(port), hostname);
  slow.write('GET /api/ideas HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(slow, 'readable');
  await wait(300);

  const body = JSON.stringify(contactDraft);
  const sender = connect(Number(port), hostname);
  let received = '';
  sender.on('data', (chunk) => {
    received += chunk;
  });
  sender.write(
    `POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nExpect: 100-continue\r\n\r\n${body.slice(0, 10)}`,
  );
  // The server sends "100 Continue" once it has the headers of the request.
  await once(sender, 'data');
  const began = Date.now();
  const ended = server.end('SIGTERM');
  const isAnswered = () =>
    fetch(`${server.url}/healthz`).then(
      () => true,
      () => false,
    );
  while (await isAnswered()) await wait(20);
  sender.write(body.slice(10));
  await once(sender, 'close');
  assert.match(received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
  assert.match(received, /^connection: close$/im);

  await wait(1000);
  const chunks: Buffer[] = [];
  for await (const chunk of slow) chunks.push(chunk);
  const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  assert.equal(
    Buffer.byteLength(rest.join('\r\n\r\n')),
    Number(head.match(/content-length: (\d+)/i)?.[1]),
  );
  assert.deepEqual(await ended, { code: 0, signal: null });
  // A server that waited for the idle connection would take 8 s, after which it closes all connections.
  assert.ok(Date.now() - began < 8000, `it took ${Date.now() - began} ms`);
});

/** Saves ideas in the database of a stopped server. Their text is longer than the buffers of a connection. */
async function saveLongIdeas(dataDir: string): Promise<void> {
  const { row } = newIdea(IdeaDraft.parse(ideaDraft), new Date());
  const rows = Array.from({ length: 7 }, (_, number) => ({
    ...row,
    id: `${number}`,
    problem_statement: 'words '.repeat(160_000),
  }));
  const store = await openStore({ databaseUrl: undefined, dataDir });
  await store.write((tx) => insertSubmissions(tx, 'ideas', rows));
  await store.close();
}

test('a start on a filled database adds nothing; odd requests and lost clients cause no errors', async () => {
  const DATA_DIR = newFolder();
  copySqliteTemplate(DATA_DIR, demoFolder);
  const server = await startServer({ DATA_DIR });
  assert.doesNotMatch(server.output(), /demo content|first admin|password/);
  assert.equal((await get(server, '/api/apps')).length, 9);
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a',
  );
  await wait(200);
  socket.destroy();
  await wait(300);

  const raw = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname);
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', () => resolve(answer));
      socket.write(text);
    });
  const head = 'Host: x\r\nConnection: close\r\n';
  const statusOf = async (text: string) =>
    Number((await raw(text)).match(/^HTTP\/1\.1 (\d+)/)?.[1]);
  assert.equal(await statusOf(`GET /api/apps/%ff HTTP/1.1\r\n${head}\r\n`), 404);
  assert.equal(await statusOf(`GET //api/apps HTTP/1.1\r\n${head}\r\n`), 404);
  assert.equal(await statusOf(`GET /api/%61dmin/users HTTP/1.1\r\n${head}\r\n`), 401);
  assert.ok((await statusOf(`GET http://other/api/stats HTTP/1.1\r\n${head}\r\n`)) < 500);
  assert.ok((await statusOf('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')) < 500);
  assert.equal(await statusOf('GET /healthz HTTP/1.0\r\n\r\n'), 200);
  assert.ok((await statusOf('NONSENSE\r\n\r\n')) < 500);
  assert.ok(
    (await statusOf(`GET / HTTP/1.1\r\nHost: <script>\r\nConnection: close\r\n\r\n`)) < 500,
  );
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  await server.end();
  assert.doesNotMatch(server.output(), /"status":5|a request failed/);
});
