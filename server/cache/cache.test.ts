import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Topic, topics, type Versions } from '../store/versions.ts';
import { createCache, type Resource, usualCapacity } from './cache.ts';
import { largestBody } from './resources.ts';

const everyByte = {
  '/short.woff2': Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
  '/long.woff2': Buffer.from(Array.from({ length: 256 * 256 }, (_, byte) => byte % 256)),
};

/** Starts a server with a cache in front of its pages. `made` lists the keys of the rendered pages, in order. */
async function serving({
  capacity = 1_000_000,
  queryCapacity = 1_000_000,
  pictureCapacity = 1_000_000,
  renderTime = 5,
  versions,
  receive = (serve, ...request) => serve(...request),
}: Partial<Setting> = {}) {
  const current = Object.fromEntries(topics.map((topic) => [topic, 0])) as Versions;
  const made: string[] = [];
  let making = 0;
  let mostAtOnce = 0;
  let versionReads = 0;
  const body = (key: string) =>
    key.endsWith('largest')
      ? 'x'.repeat(largestBody)
      : `${key} ${JSON.stringify(current)} ${'text '.repeat(key.endsWith('large') ? 5000 : 500)}`;
  const resource = (key: string, status = 200): Resource => ({
    key,
    topics: key.startsWith('/ideas') ? ['ideas'] : ['apps', 'pods'],
    status: 200,
    async produce() {
      made.push(key);
      if (key.includes('whole')) return undefined;
      const text = body(key);
      making += 1;
      mostAtOnce = Math.max(mostAtOnce, making);
      await new Promise((resolve) => setTimeout(resolve, renderTime));
      making -= 1;
      return { status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(text) };
    },
  });
  const cache = createCache({
    capacity,
    queryCapacity,
    pictureCapacity,
    busy: { status: 503, headers: {}, body: Buffer.from('busy') },
    versions() {
      versionReads += 1;
      return versions ? versions() : { ...current };
    },
    resourceOf(url) {
      if (url.startsWith('/missing')) return resource(url, 404);
      if (url.startsWith('/thing/')) {
        const missing = { ...resource('/thing/*', 404), topics: [], status: 404 };
        return { ...resource(url), standIn: async () => missing };
      }
      if (url.startsWith('/broken')) return resource(url, 500);
      return /^\/(home|ideas|many)/.test(url) ? resource(url.split('&')[0] ?? '') : undefined;
    },
    log: (_incoming, status) => `id-${status}`,
  });
  cache.pin('/file.js', {
    status: 200,
    headers: { 'content-type': 'text/javascript', 'cache-control': 'immutable' },
    body: Buffer.from('x'.repeat(2000)),
    compressed: { br: Buffer.from('made ahead') },
  });
  for (const [name, body] of Object.entries(everyByte)) {
    cache.pin(name, { status: 200, headers: { 'content-type': 'font/woff2' }, body });
  }
  const serve: RequestListener = (incoming, outgoing) =>
    cache.serve(incoming, outgoing, () => outgoing.end('next'));
  const server = createServer((...request) => receive(serve, ...request));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      const call = request({ port, host: '127.0.0.1', path, headers, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      call.on('error', reject);
      call.end();
    });
  return { get, made, current, versionReads: () => versionReads, mostAtOnce: () => mostAtOnce };
}

interface Setting {
  capacity: number;
  queryCapacity: number;
  pictureCapacity: number;
  /** Milliseconds that rendering a page takes. */
  renderTime: number;
  versions: () => Versions | Promise<Versions>;
  /** Receives each request and passes it to the cache. */
  receive: (serve: RequestListener, ...request: Parameters<RequestListener>) => void;
}
interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

test('concurrent requests make a response once, and later ones get it from the cache', async () => {
  const { get, made } = await serving();
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/home')));
  assert.deepEqual(made, ['/home']);
  assert.equal(new Set(answers.map(({ body }) => String(body))).size, 1);
  await get('/home&anything');
  assert.deepEqual(made, ['/home'], 'another spelling of the URL has the same key');
});

test('a response that is too large to be cached evicts no other', async () => {
  const { get, made } = await serving({ capacity: 40_000 });
  await get('/home');
  await get('/many/large');
  await get('/home');
  await get('/many/large');
  assert.deepEqual(made, ['/home', '/many/large', '/many/large']);
});

test('the usual capacity has room for a response of `largestBody` bytes', async () => {
  const { get, made } = await serving({ capacity: usualCapacity });
  await get('/many/largest');
  await get('/many/largest');
  assert.deepEqual(made, ['/many/largest']);
});

test('a response that is too large to be cached is left to `next`, and not produced again until its content changes', async () => {
  const { get, made, current } = await serving();
  for (let time = 0; time < 3; time += 1) {
    assert.equal(String((await get('/home/whole')).body), 'next');
  }
  assert.deepEqual(made, ['/home/whole']);
  current.apps += 1;
  await get('/home/whole');
  assert.equal(made.length, 2);
});

test('addresses with a query evict only each other', async () => {
  const { get, made } = await serving({ capacity: 60_000, queryCapacity: 60_000 });
  await get('/home');
  for (let number = 0; number < 100; number += 1) await get(`/ideas?q=${number}`);
  await get('/home');
  await get('/ideas?q=99');
  assert.equal(made.filter((key) => key === '/home').length, 1);
  assert.equal(made.filter((key) => key === '/ideas?q=99').length, 1);
  await get('/ideas?q=0');
  assert.equal(made.filter((key) => key === '/ideas?q=0').length, 2);
});

test('pictures evict only each other', async () => {
  const room = { capacity: 60_000, queryCapacity: 60_000, pictureCapacity: 60_000 };
  const { get, made } = await serving(room);
  const others = ['/home', '/ideas?q=tide'];
  for (const url of others) await get(url);
  for (let number = 0; number < 100; number += 1) await get(`/ideas/${number}.png`);
  for (const url of [...others, '/ideas/99.png', '/ideas/0.png']) await get(url);
  const times = (key: string) => made.filter((each) => each === key).length;
  assert.deepEqual([...others, '/ideas/99.png', '/ideas/0.png'].map(times), [1, 1, 1, 2]);
});

test('at most 40 responses to addresses with a query are in flight, further ones get 503, and others are served as usual', async () => {
  const { get } = await serving({ renderTime: 100 });
  const searches = Array.from({ length: 60 }, (_, number) => get(`/ideas?q=${number}`));
  const repeated = get('/ideas?q=1');
  const home = get('/home');
  const statuses = (await Promise.all(searches)).map(({ status }) => status);
  const countOf = (status: number) => statuses.filter((each) => each === status).length;
  // More than 40 are answered with 200 if the last requests arrive after the first ones are done.
  assert.ok(countOf(200) >= 40 && countOf(200) < 60, `${countOf(200)} were answered`);
  assert.equal(countOf(503), 60 - countOf(200));
  assert.equal((await repeated).status, 200, 'it shares the response that is being made');
  assert.equal((await home).status, 200);
  assert.equal((await get('/ideas?q=100')).status, 200);
});

test('at most three responses to addresses with a query are made in parallel', async () => {
  const { get, made, mostAtOnce } = await serving();
  await Promise.all(Array.from({ length: 20 }, (_, number) => get(`/ideas?q=${number}`)));
  assert.deepEqual([made.length, mostAtOnce()], [20, 3]);
  await Promise.all(Array.from({ length: 20 }, (_, number) => get(`/many${number}`)));
  assert.equal(mostAtOnce(), 20);
});

test('a request that fails with 500 is left to `next`, which logs it with its request id', async () => {
  const { get } = await serving();
  assert.equal(String((await get('/broken')).body), 'next');
});

test('a change of a topic shows in the next response, and only in responses of that topic', async () => {
  const { get, made, current } = await serving();
  await get('/home');
  await get('/ideas');
  await get('/ideas');
  current.ideas += 1;
  assert.match(String((await get('/ideas')).body), /"ideas":1/);
  await get('/home');
  assert.deepEqual(made, ['/home', '/ideas', '/ideas']);
});

test('later requests of one event-loop turn share one read of the versions, after the last of them has arrived', async () => {
  let isDelaying = false;
  const delayed: (() => void)[] = [];
  const { get, current, versionReads } = await serving({
    receive(serve, ...request) {
      if (!isDelaying) return serve(...request);
      delayed.push(() => serve(...request));
      if (delayed.length < 3) return;
      delayed[0]?.();
      current.ideas += 1;
      delayed[1]?.();
      current.ideas += 1;
      delayed[2]?.();
    },
  });
  await get('/ideas');
  isDelaying = true;
  const before = versionReads();
  const responses = await Promise.all([get('/ideas'), get('/ideas'), get('/ideas')]);
  const shownVersions = responses.map(({ body }) => `${body}`.match(/"ideas":(\d)/)?.[1]);
  assert.deepEqual(shownVersions.toSorted(), ['0', '2', '2']);
  assert.equal(versionReads() - before, 2);
});

test('a request after a write does not share a rendering that began before the write', async () => {
  const { get, made, current } = await serving({ renderTime: 100 });
  const before = get('/ideas');
  while (made.length === 0) await new Promise(setImmediate);
  current.ideas += 1;
  assert.match(String((await get('/ideas')).body), /"ideas":1/);
  await before;
  assert.match(String((await get('/ideas')).body), /"ideas":1/);
});

test('brotli, gzip or identity as requested, each with its own ETag, and 304 for a matching ETag', async () => {
  const { get } = await serving();
  const plain = await get('/home');
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(plain.headers.vary, 'Accept-Encoding');
  for (const [accepted, encoding, decode] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
  ] as const) {
    const answer = await get('/home', { 'accept-encoding': accepted });
    assert.equal(answer.headers['content-encoding'], encoding);
    assert.equal(String(decode(answer.body)), String(plain.body));
    assert.equal(Number(answer.headers['content-length']), answer.body.length);
    assert.notEqual(answer.headers.etag, plain.headers.etag);
    const again = await get('/home', { 'if-none-match': String(answer.headers.etag) });
    assert.equal(again.status, 304);
    assert.equal(again.body.length, 0);
  }
  assert.equal((await get('/home', { 'if-none-match': '"other"' })).status, 200);
  const head = await get('/home', {}, 'HEAD');
  assert.equal(head.body.length, 0);
  assert.equal(head.headers['content-length'], plain.headers['content-length']);
});

test('each response carries its request id, and keeps a Connection: close that was set before', async () => {
  const { get } = await serving({
    receive(serve, incoming, outgoing) {
      if (incoming.headers['x-last']) outgoing.setHeader('Connection', 'close');
      serve(incoming, outgoing);
    },
  });
  const { headers } = await get('/home');
  assert.equal(headers['x-request-id'], 'id-200');
  const last = await get('/home', { 'x-last': 'yes', 'if-none-match': String(headers.etag) });
  assert.equal(last.headers['x-request-id'], 'id-304');
  assert.equal(last.headers.connection, 'close');
  assert.equal(last.headers['content-length'], undefined);
});

test('a changed response has another ETag', async () => {
  const { get, current } = await serving();
  const { headers } = await get('/ideas');
  current.ideas += 1;
  assert.equal((await get('/ideas', { 'if-none-match': String(headers.etag) })).status, 200);
});

test('a pinned file is served precompressed, with or without a query', async () => {
  const { get } = await serving();
  const answer = await get('/file.js?v=2', { 'accept-encoding': 'br' });
  assert.equal(String(answer.body), 'made ahead');
  assert.equal(answer.headers['cache-control'], 'immutable');
});

test('short and long bodies are sent byte for byte', async () => {
  const { get } = await serving();
  for (const [name, body] of Object.entries(everyByte)) {
    const answer = await get(name);
    assert.deepEqual(answer.body, body);
    assert.equal(answer.headers['content-length'], String(body.length));
  }
});

test('a token, another method or an unknown address bypasses the cache', async () => {
  const { get, made } = await serving();
  assert.equal(String((await get('/home', { authorization: 'Bearer x' })).body), 'next');
  assert.equal(String((await get('/home', {}, 'POST')).body), 'next');
  assert.equal(String((await get('/unknown')).body), 'next');
  assert.deepEqual(made, []);
});

test('a 404 is not cached', async () => {
  const { get, made } = await serving();
  assert.equal((await get('/missing')).status, 404);
  assert.equal((await get('/missing')).status, 404);
  assert.deepEqual(made, ['/missing', '/missing']);
});

test('one cached page answers for all objects that do not exist', async () => {
  const { get, made, current } = await serving();
  for (const url of ['/thing/a', '/thing/b', '/thing/a']) {
    assert.equal((await get(url)).status, 404);
    current.apps += 1;
  }
  assert.deepEqual(made, ['/thing/*']);
});

test('the cache stays within its capacity and evicts responses that are not requested', async () => {
  const { get, made } = await serving({ capacity: 60_000 });
  for (let number = 0; number < 50; number += 1) {
    await get(`/many${number}`);
    await get('/home');
  }
  assert.equal(made.filter((key) => key === '/home').length, 1);
  await get('/many0');
  assert.equal(made.filter((key) => key === '/many0').length, 2);
});

for (const [kind, versionsOf] of [
  [
    'a synchronous error',
    (away: () => boolean, current: Versions) => () => {
      if (away()) throw new Error('away');
      return current;
    },
  ],
  [
    'a rejected promise',
    (away: () => boolean, current: Versions) => async () => {
      if (away()) throw new Error('away');
      return current;
    },
  ],
] as const) {
  test(`while reading the versions ends with ${kind}, cached responses are served`, async () => {
    let isAway = false;
    const current = Object.fromEntries(topics.map((topic: Topic) => [topic, 0])) as Versions;
    const { get, made } = await serving({ versions: versionsOf(() => isAway, current) });
    await get('/home');
    isAway = true;
    assert.match(String((await get('/home')).body), /^\/home/);
    assert.equal(
      String((await get('/ideas')).body),
      'next',
      'a response that is not cached is left to `next`',
    );
    isAway = false;
    await new Promise((resolve) => setTimeout(resolve, 550));
    assert.match(String((await get('/ideas')).body), /^\/ideas/);
    assert.deepEqual(made, ['/home', '/ideas']);
  });
}
