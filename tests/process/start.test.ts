import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { contactDraft, ideaDraft } from '../drafts.ts';
import { newDataDir, type RunningServer, startServer } from './server.ts';

const json = { 'Content-Type': 'application/json' };
const withoutDemo = () => ({ DATA_DIR: newDataDir(), DEMO_CONTENT: 'false' });
const get = async (server: RunningServer, path: string) => (await fetch(server.url + path)).json();

test('an empty data directory becomes a site with content and an admin', async () => {
  const DATA_DIR = newDataDir();
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

  const again = await startServer({ DATA_DIR });
  assert.doesNotMatch(again.output(), /demo content|first admin|password/);
  assert.equal((await get(again, '/api/apps')).length, 9);
  await again.end();
});

test('ADMIN_USERNAME and ADMIN_PASSWORD make the first admin, and are not printed', async () => {
  const server = await startServer({
    DATA_DIR: newDataDir(),
    ADMIN_USERNAME: 'sigrid',
    ADMIN_PASSWORD: 'set by hand',
    DEMO_CONTENT: 'false',
  });
  assert.ok(!server.output().includes('set by hand'));
  const login = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'sigrid', password: 'set by hand' }),
  });
  assert.equal(login.status, 200);
  assert.deepEqual(await get(server, '/api/apps'), []);
  await server.end();
});

test('a bad configuration is reported in one message, before anything opens', async () => {
  await assert.rejects(
    startServer({ DATA_DIR: newDataDir(), PORT: 'x', LOG_LEVEL: 'loud' }),
    /exited with 78:\nThe configuration is not usable:\n {2}PORT: .*\n {2}LOG_LEVEL: /,
  );
});

test('a port in use is reported with a clear message, and no admin is created', async () => {
  const server = await startServer(withoutDemo());
  const { port } = new URL(server.url);
  const env = withoutDemo();
  await assert.rejects(
    startServer({ ...env, PORT: port }),
    /Port \d+ is in use: set PORT to another\./,
  );
  await server.end();
  const later = await startServer(env);
  assert.match(later.output(), /The first admin is/);
  await later.end();
});

test('an address of another machine is reported with a clear message', async () => {
  await assert.rejects(
    startServer({ DATA_DIR: newDataDir(), HOST: '192.0.2.1' }),
    /exited with 1:\nCannot listen on HOST 192\.0\.2\.1, PORT 0: /,
  );
});

test('npm run dev serves pages and the API on one port, leaves dist/ alone, and stops', async () => {
  const builtAt = () => globSync('dist/**/*').map((file) => [file, statSync(file).mtimeMs]);
  const before = builtAt();
  const server = await startServer({ DATA_DIR: newDataDir() }, ['server/main.ts', '--dev']);
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

test('SIGTERM lets a request under way finish, and refuses new ones', async () => {
  const server = await startServer(withoutDemo());
  const { hostname, port } = new URL(server.url);
  const body = JSON.stringify(contactDraft);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.write(
    `POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nExpect: 100-continue\r\n\r\n${body.slice(0, 10)}`,
  );
  // The server sends "100 Continue" once it has the headers of the request.
  await once(socket, 'data');
  const ended = server.end('SIGTERM');
  const isAnswered = () =>
    fetch(`${server.url}/healthz`).then(
      () => true,
      () => false,
    );
  while (await isAnswered()) await wait(20);
  socket.write(body.slice(10));
  assert.deepEqual(await ended, { code: 0, signal: null });
  assert.match(received, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
  assert.match(received, /^connection: close$/im);
});

test('SIGTERM lets a slow reader have all of an answer', async () => {
  const server = await startServer({ ...withoutDemo(), RATE_LIMITS: 'off' });
  const long = 'words '.repeat(800);
  const idea = { ...ideaDraft, problemStatement: long, proposedSolution: long };
  for (let number = 0; number < 14; number += 1) {
    await Promise.all(
      Array.from({ length: 50 }, () =>
        fetch(`${server.url}/api/ideas`, {
          method: 'POST',
          headers: json,
          body: JSON.stringify(idea),
        }),
      ),
    );
  }
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write('GET /api/ideas HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  await wait(300);
  const ended = server.end('SIGTERM');
  await wait(1000);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  assert.equal(
    Buffer.byteLength(rest.join('\r\n\r\n')),
    Number(head.match(/content-length: (\d+)/i)?.[1]),
  );
  assert.deepEqual(await ended, { code: 0, signal: null });
});

test('SIGTERM does not wait for connections that nobody uses', async () => {
  const server = await startServer(withoutDemo());
  const { hostname, port } = new URL(server.url);
  const idle = connect(Number(port), hostname);
  await once(idle, 'connect');
  await fetch(`${server.url}/healthz`);
  const began = Date.now();
  assert.deepEqual(await server.end(), { code: 0, signal: null });
  // A server that waits for the connection would take 8 s: then it closes all connections.
  assert.ok(Date.now() - began < 8000, `it took ${Date.now() - began} ms`);
});

test('neither odd requests nor a client that disconnects cause a crash or an error in the log', async () => {
  const server = await startServer(withoutDemo());
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
