import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { startApi } from '../../tests/harness.ts';
import { countOutbox, queueMail, queueWebhooks } from '../store/outbox.ts';
import { createFamily, formatFamilies } from './families.ts';
import { createMetrics } from './metrics.ts';
import { createRouteOf } from './route-of.ts';
import { createScrape } from './scrape.ts';

const { store, db, deps, routes, logged } = await startApi();
const routeOf = createRouteOf(routes);
const empty = { pools: () => [], queues: {} };

test('the label of a path is its route pattern, never the path itself', () => {
  const secret = 'f'.repeat(40);
  for (const [path, route] of Object.entries({
    '/': '/',
    '/ideas': '/ideas',
    '/ideas/a-map-of-owls-0190': '/ideas/:id',
    '/ideas/0190/card.png': '/ideas/:id/card.png',
    '/card.png': '/card.png',
    '/blog/a-post/card.png': '/blog/:id/card.png',
    '/pictures/0f-640x480.webp': '/pictures/*',
    '/blog/feed.xml': '/blog/feed.xml',
    '/api/admin/ideas/0190/status': '/api/admin/ideas/:id/status',
    [`/api/receipts/${secret}`]: '/api/receipts/:id',
    [`/receipt/${secret}`]: '/receipt/:id',
    [`/api/follows/${secret}/end`]: '/api/follows/:id/end',
    [`/follow/${secret}`]: '/follow/:id',
    '/assets/page-x1.js': '/assets/*',
    '/admin/ideas': '/admin/*',
    '/wp-login.php': 'other',
    '/ideas/': 'other',
    [`/${'x'.repeat(9000)}`]: 'other',
  })) {
    assert.equal(routeOf(path), route);
    assert.equal(routeOf(path), route, 'the second time');
  }
});

test('requests are counted by method, route and status, with a histogram of their times', () => {
  const metrics = createMetrics(routes, undefined);
  const request = { requestId: '', path: '/ideas', status: 200 };
  const ago = (milliseconds: number) => performance.now() - milliseconds;
  metrics.observe({ ...request, method: 'GET', began: ago(0) });
  metrics.observe({ ...request, method: 'GET', began: ago(30) });
  metrics.observe({ ...request, method: 'GET', began: ago(60_000), status: 503 });
  metrics.observe({ ...request, method: 'BREW', began: ago(0), status: 405 });
  const text = formatFamilies(metrics.read(empty));
  const has = (line: string) => assert.ok(text.includes(`${line}\n`), `${line}\n\n${text}`);
  has('fledge_http_requests_total{method="GET",route="/ideas",status="200"} 2');
  has('fledge_http_requests_total{method="GET",route="/ideas",status="503"} 1');
  has('fledge_http_requests_total{method="other",route="/ideas",status="405"} 1');
  const bucket = 'fledge_http_request_duration_seconds_bucket{method="GET",route="/ideas",le=';
  has(`${bucket}"0.025"} 1`);
  has(`${bucket}"0.05"} 2`);
  has(`${bucket}"10"} 2`);
  has(`${bucket}"+Inf"} 3`);
  has('fledge_http_request_duration_seconds_count{method="GET",route="/ideas"} 3');
  assert.match(text, /^# TYPE fledge_http_request_duration_seconds histogram$/m);
});

test('every line has the text format, and every family is written once', () => {
  const [one, two] = [1, 2].map((worker) => createMetrics(routes, worker).read(empty));
  const text = formatFamilies([...(one ?? []), ...(two ?? [])]);
  assert.match(text, /process_resident_memory_bytes\{worker="1"\}/);
  assert.match(text, /process_resident_memory_bytes\{worker="2"\}/);
  assert.equal(text.match(/^# TYPE process_resident_memory_bytes gauge$/gm)?.length, 1);
  for (const line of text.split('\n').slice(0, -1)) {
    assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? [\d.e+-]+)$/);
  }
  const odd = createFamily('odd', 'gauge', 'Odd.', [[{ text: 'a "b"\\\n' }, 1]]);
  assert.match(formatFamilies([odd]), /^odd\{text="a \\"b\\"\\\\\\n"\} 1$/m);
});

test('the pools of PostgreSQL are reported', async () => {
  await db.selectFrom('users').selectAll().execute();
  const names = store.pools().map(({ name }) => name);
  assert.deepEqual(names, store.engine === 'postgres' ? ['main', 'long reads'] : []);
  for (const { open, idle, waiting } of store.pools()) {
    assert.ok(open >= idle && waiting === 0);
  }
});

test('waiting and given-up mails and messages to webhooks are counted', async () => {
  const now = deps.clock();
  await queueMail(db, 'receipt', 'ideas', 'one', now);
  await queueMail(db, 'receipt', 'ideas', 'two', now);
  await queueWebhooks(db, 'received', 'ideas', 'one', ['a', 'b', 'c'], now);
  await db
    .updateTable('outbox')
    .set({ given_up_at: now.toISOString() })
    .where('submission_id', '=', 'two')
    .execute();
  assert.deepEqual(await countOutbox(db), [
    { channel: 'mail', waiting: 1, givenUp: 1 },
    { channel: 'webhook', waiting: 3, givenUp: 0 },
  ]);
});

test('a scrape whose figures cannot be read gets 500, and the next one gets its figures', async () => {
  let isBroken = true;
  const gather = async () => {
    if (isBroken) throw new Error('the channel is closed');
    return [];
  };
  const server = createServer(
    createScrape({ gather, db, headers: [], logRequest() {}, logger: deps.logger }, undefined),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
  const scrape = () => fetch(url, { signal: AbortSignal.timeout(5000) });
  assert.equal((await scrape()).status, 500);
  assert.match(logged.at(-1) ?? '', /"a request failed"/);
  assert.match(logged.at(-1) ?? '', /the channel is closed/);
  isBroken = false;
  assert.equal((await scrape()).status, 200);
});
