import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Topic, topics, type Versions } from '../store/versions.ts';
import { createCache, type Resource } from './cache.ts';

const everyByte = {
  '/short.woff2': Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
  '/long.woff2': Buffer.from(Array.from({ length: 256 * 256 }, (_, byte) => byte % 256)),
};

/** A cache in front of a page that counts how often it was made. */
async function serving({ capacity = 1_000_000, takes = 5, versions }: Partial<Setting> = {}) {
  const now = Object.fromEntries(topics.map((topic) => [topic, 0])) as Versions;
  const made: string[] = [];
  const body = (key: string) =>
    `${key} ${JSON.stringify(now)} ${'text '.repeat(key.endsWith('large') ? 5000 : 500)}`;
  const resource = (key: string, status = 200): Resource => ({
    key,
    topics: key.startsWith('/ideas') ? ['ideas'] : ['apps', 'pods'],
    status: 200,
    async produce() {
      made.push(key);
      const text = body(key);
      await new Promise((resolve) => setTimeout(resolve, takes));
      return { status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(text) };
    },
  });
  const cache = createCache({
    capacity,
    versions: versions ?? (() => ({ ...now })),
    resourceOf(url) {
      if (url.startsWith('/missing')) return resource(url, 404);
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
  const server = createServer((incoming, outgoing) =>
    cache.serve(incoming, outgoing, () => outgoing.end('next')),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Got>((resolve, reject) => {
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
  return { get, made, now };
}

interface Setting {
  capacity: number;
  /** Milliseconds that it takes to make an answer. */
  takes: number;
  versions: () => Versions | Promise<Versions>;
}
interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

test('it is made once, however many ask at once, and served from then on', async () => {
  const { get, made } = await serving();
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/home')));
  assert.deepEqual(made, ['/home']);
  assert.equal(new Set(answers.map(({ body }) => String(body))).size, 1);
  await get('/home&anything');
  assert.deepEqual(made, ['/home'], 'the same answer under another spelling');
});

test('one answer that is too large for it takes nobody else’s room', async () => {
  const { get, made } = await serving({ capacity: 40_000 });
  await get('/home');
  await get('/many/large');
  await get('/home');
  await get('/many/large');
  assert.deepEqual(made, ['/home', '/many/large', '/many/large']);
});

test('a failure is answered where it is told with its request', async () => {
  const { get } = await serving();
  assert.equal(String((await get('/broken')).body), 'next');
});

test('a change of what it is made of shows in the very next answer, and only there', async () => {
  const { get, made, now } = await serving();
  await get('/home');
  await get('/ideas');
  await get('/ideas');
  now.ideas += 1;
  assert.match(String((await get('/ideas')).body), /"ideas":1/);
  await get('/home');
  assert.deepEqual(made, ['/home', '/ideas', '/ideas']);
});

test('whoever knows of a newer write does not get what was begun before it', async () => {
  const { get, made, now } = await serving({ takes: 100 });
  const before = get('/ideas');
  while (made.length === 0) await new Promise(setImmediate);
  now.ideas += 1;
  assert.match(String((await get('/ideas')).body), /"ideas":1/);
  await before;
  assert.match(String((await get('/ideas')).body), /"ideas":1/);
});

test('brotli, gzip or neither, as asked; each with a tag, and 304 to whoever has it', async () => {
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

test('a changed answer has another tag', async () => {
  const { get, now } = await serving();
  const { headers } = await get('/ideas');
  now.ideas += 1;
  assert.equal((await get('/ideas', { 'if-none-match': String(headers.etag) })).status, 200);
});

test('what is pinned is served as it was made ahead, with or without a query', async () => {
  const { get } = await serving();
  const answer = await get('/file.js?v=2', { 'accept-encoding': 'br' });
  assert.equal(String(answer.body), 'made ahead');
  assert.equal(answer.headers['cache-control'], 'immutable');
});

test('every byte is sent as it is, of something short and of something long', async () => {
  const { get } = await serving();
  for (const [name, body] of Object.entries(everyByte)) {
    const answer = await get(name);
    assert.deepEqual(answer.body, body);
    assert.equal(answer.headers['content-length'], String(body.length));
  }
});

test('a token, another method, an unknown address: not its business', async () => {
  const { get, made } = await serving();
  assert.equal(String((await get('/home', { authorization: 'Bearer x' })).body), 'next');
  assert.equal(String((await get('/home', {}, 'POST')).body), 'next');
  assert.equal(String((await get('/unknown')).body), 'next');
  assert.deepEqual(made, []);
});

test('what is not there is not kept', async () => {
  const { get, made } = await serving();
  assert.equal((await get('/missing')).status, 404);
  assert.equal((await get('/missing')).status, 404);
  assert.deepEqual(made, ['/missing', '/missing']);
});

test('it stays within its capacity, and keeps what is asked for', async () => {
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
    'at once',
    (away: () => boolean, now: Versions) => () => {
      if (away()) throw new Error('away');
      return now;
    },
  ],
  [
    'later',
    (away: () => boolean, now: Versions) => async () => {
      if (away()) throw new Error('away');
      return now;
    },
  ],
] as const) {
  test(`while the database is away, which shows ${kind}, what is kept goes on`, async () => {
    let isAway = false;
    const now = Object.fromEntries(topics.map((topic: Topic) => [topic, 0])) as Versions;
    const { get, made } = await serving({ versions: versionsOf(() => isAway, now) });
    await get('/home');
    isAway = true;
    assert.match(String((await get('/home')).body), /^\/home/);
    assert.equal(String((await get('/ideas')).body), 'next', 'what is not kept is asked for');
    isAway = false;
    await new Promise((resolve) => setTimeout(resolve, 550));
    assert.match(String((await get('/ideas')).body), /^\/ideas/);
    assert.deepEqual(made, ['/home', '/ideas']);
  });
}
