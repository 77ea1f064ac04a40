import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { contactDraft } from '../tests/drafts.ts';
import { startApi } from '../tests/harness.ts';
import { createRequestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { createSite } from './site.ts';
import { StoreError } from './store/store.ts';

const { api, logged, deps, store, userWithToken } = await startApi();
const lines: string[] = [];
const output = { write: (text: string) => lines.push(...text.trim().split('\n')) };
const logger = pino({ base: null }, output);
const logRequest = createRequestLog(logger);
const pages = async () => new Response('<p>page</p>', { headers: { 'Content-Type': 'text/html' } });
const site = createSite({ api, pages, store, logger, logRequest, headers: securityHeaders('off') });
const ask = (path: string, init: RequestInit = {}) =>
  site(new Request(`http://127.0.0.1${path}`, init), '192.0.2.1');

test('GET /healthz and /readyz answer ok', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const response = await ask(path);
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { status: 'ok' });
    assert.equal((await ask(path, { method: 'POST' })).status, 405);
  }
});

test('while the database is away, /readyz answers 503 and /healthz 200', async () => {
  const errors = [new Error('secret'), new StoreError('The database file is damaged.')];
  const ping = async () => {
    throw errors.shift();
  };
  const away = createSite({
    api,
    pages,
    store: { ping },
    logger,
    logRequest,
    headers: securityHeaders('off'),
  });
  const ready = await away(new Request('http://127.0.0.1/readyz'), '');
  assert.equal(ready.status, 503);
  assert.equal(ready.headers.get('retry-after'), '2');
  assert.deepEqual(await ready.json(), { error: 'The database does not answer.' });
  const damaged = await away(new Request('http://127.0.0.1/readyz'), '');
  assert.deepEqual(await damaged.json(), { error: 'The database file is damaged.' });
  assert.equal((await away(new Request('http://127.0.0.1/healthz'), '')).status, 200);
});

test('every answer carries the security headers and a request id of its own', async () => {
  const ids = new Set<string | null>();
  for (const path of ['/', '/api/apps', '/api/nope', '/healthz', '/api/admin/users']) {
    const { headers } = await ask(path, { headers: { 'X-Request-Id': 'forged' } });
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin');
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/);
    assert.equal(headers.get('strict-transport-security'), null);
    ids.add(headers.get('x-request-id'));
  }
  assert.equal(ids.size, 5);
  assert.ok(!ids.has('forged'));
});

test('HSTS includes the subdomains only with `subdomains` or `preload`', async () => {
  for (const [choice, value] of [
    ['on', 'max-age=31536000'],
    ['subdomains', 'max-age=31536000; includeSubDomains'],
    ['preload', 'max-age=31536000; includeSubDomains; preload'],
  ] as const) {
    const secure = createSite({
      api,
      pages,
      store,
      logger,
      logRequest,
      headers: securityHeaders(choice),
    });
    const { headers } = await secure(new Request('http://lab.example/'), '');
    assert.equal(headers.get('strict-transport-security'), value);
  }
});

test('each request is logged in one line with its id, and without personal data or secrets', async () => {
  const { token, password, username } = await userWithToken('admin');
  lines.length = 0;
  const response = await ask('/api/contact?q=canary-query', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${token}`,
      Cookie: 'canary-cookie',
      'User-Agent': 'canary-agent',
    },
    body: JSON.stringify(contactDraft),
  });
  await ask('/api/admin/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  assert.equal(lines.length, 2);
  const line = JSON.parse(lines[0] ?? '');
  assert.deepEqual(Object.keys(line), [
    'level',
    'time',
    'requestId',
    'method',
    'path',
    'status',
    'ms',
    'msg',
  ]);
  assert.equal(line.requestId, response.headers.get('x-request-id'));
  assert.equal(line.path, '/api/contact');
  const everything = [...lines, ...logged].join('');
  for (const secret of [token, password, username, 'canary', '192.0.2.1', contactDraft.email]) {
    assert.ok(!everything.includes(secret), secret);
  }
});

test('an unexpected error answers 500 with the request id and nothing else', async () => {
  const { createApi } = await import('./api/api.ts');
  const broken = createApi({
    ...deps,
    clock: () => {
      throw new Error('internal canary-detail');
    },
  });
  const failing = createSite({
    api: broken,
    pages,
    store,
    logger,
    logRequest,
    headers: securityHeaders('off'),
  });
  const response = await failing(new Request('http://127.0.0.1/api/stats'), '');
  assert.equal(response.status, 500);
  const body = (await response.json()) as { error: string; requestId: string };
  assert.deepEqual(Object.keys(body), ['error', 'requestId']);
  assert.equal(body.requestId, response.headers.get('x-request-id'));
  assert.ok(!JSON.stringify(body).includes('canary'));
});

test('while the database is away, the API answers 503 with Retry-After', async () => {
  const { createApi } = await import('./api/api.ts');
  const away = createApi({
    ...deps,
    isTemporary: () => true,
    clock: () => {
      throw new Error('connection refused');
    },
  });
  const response = await away.request('/api/stats');
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('retry-after'), '2');
});
