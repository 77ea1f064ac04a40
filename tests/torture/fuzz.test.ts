import assert from 'node:assert/strict';
import { Agent, request as ask } from 'node:http';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { listRoutes } from '#server/api/api.ts';
import type { ApiDeps } from '#server/api/deps.ts';
import type { Route } from '#server/api/route.ts';
import { anyCharacter } from '../any-character.ts';
import { startApi } from '../harness.ts';
import { fullOrSample, isFullRun, reportFigures, seededRandom } from './attack.ts';
import {
  contentTables,
  inParallel,
  memoryOf,
  readRows,
  smallHeap,
  startAttacked,
} from './attacked.ts';
import { bodies } from './bodies.ts';
import { exchange } from './wire.ts';

const total = fullOrSample(100_000, 400);
/** The number of requests before the memory is measured for the first time. */
const warmUp = fullOrSample(20_000, 200);
const allowedGrowth = 50;
const patience = 10_000;
const batch = fullOrSample(500, 200);

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
/**
 * Routes that hash a password (except those of the second factor and of invitations), or start a process that encodes a
 * picture. They are called rarely and one at a time, so that none is refused with 503.
 */
const expensive = new Set([
  'POST /api/admin/login',
  'POST /api/admin/users',
  'PATCH /api/admin/users/:id',
  'PATCH /api/admin/profile',
  'POST /api/admin/pictures',
]);
const routes = listRoutes({} as ApiDeps).filter(({ path }) => path !== '/api/admin/logout');
const quick = routes.filter((route) => !expensive.has(nameOf(route)));
const slow = routes.filter((route) => expensive.has(nameOf(route)));

const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
const deepObject = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
const oddText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom(
    '\0',
    '\ud800',
    'a\udfffb',
    '__proto__',
    'constructor',
    "'; drop table ideas;--",
    '" or ""="',
    '%s%n',
    '{{7*7}}',
    '../../etc/passwd',
    '\u202e\u2066',
    '🐦'.repeat(100),
    '9'.repeat(400),
    'x'.repeat(6000),
    '2026-02-30',
    '0000-00-00T00:00:00Z',
    '+275760-09-13T00:00:00.001Z',
    'https://[::1',
    'javascript:alert(1)',
  ),
);
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  oddText,
  fc.double(),
  fc.array(oddText, { maxLength: 40 }),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, -1, 1e308, -0, 2 ** 31, 2 ** 63, null, true, [[[]]]),
);

const shapeOf = (route: Route): string[] => {
  const shape = (route.body as { shape?: object } | undefined)?.shape;
  return shape ? Object.keys(shape) : ['x'];
};

/** Texts that are not JSON, and unusual JSON such as deep nesting or keys of prototypes. */
const monsters = fc.constantFrom(
  deep,
  deepObject,
  `{"title":${deep}}`,
  `{"tags":${deep},"technologies":${deep},"circles":${deep}}`,
  `{${Array.from({ length: 5000 }, (_, key) => `"k${key}":0`).join(',')}}`,
  `{"title":"${'\\u0000'.repeat(1000)}"}`,
  '{"title":"\\ud800","name":"\\udc00","username":"\\ud800"}',
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"hasOwnProperty":1,"valueOf":1,"then":1,"toJSON":1}',
  '{"title":"a","title":"b","title":null}',
  '{"a":1}}',
  '{"a":1',
  '{',
  '',
  'null',
  '[]',
  '"text"',
  'NaN',
  '-',
  '1e999',
  '\ufeff{}',
  '{"progress":1e999,"teamSize":1e-400,"readTime":5.0000000000000001}',
  '\0',
  '{}\0',
  '{"x":"\x01"}',
);

const bodyOf = (route: Route) => {
  const fields = shapeOf(route);
  const draft = bodies[nameOf(route)] ?? {};
  const near = fc
    .tuple(fc.constantFrom(...fields, '__proto__', 'id', 'version'), anything)
    .map(([field, value]) => JSON.stringify({ ...draft, [field]: value }) ?? 'null');
  const made = fc
    .dictionary(fc.constantFrom(...fields, '__proto__', 'constructor', 'id'), anything, {
      maxKeys: fields.length + 2,
    })
    .map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 5, arbitrary: near },
    { weight: 4, arbitrary: made },
    {
      weight: 2,
      arbitrary: fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value) ?? 'null'),
    },
    { weight: 1, arbitrary: monsters },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 200 }) },
  );
};

/** Generates bodies that are no picture. Most begin with a picture signature, in ASCII because bodies are text. */
const almostPicture = fc
  .tuple(
    fc.constantFrom(
      '',
      'GIF89a',
      'GIF87a',
      '\0\0\0\x1cftypavif',
      '<svg>',
      'RIFF\x1a\0\0\0WEBPVP8 ',
    ),
    fc.oneof(fc.string({ unit: anyCharacter, maxLength: 2000 }), fc.constant('\0'.repeat(100_000))),
  )
  .map((parts) => parts.join(''));

/** Generates odd header values from characters that are allowed in a header. */
const oddHeader = fc.oneof(
  oddText.map((text) => text.replace(/[^\x20-\x7e]/g, '').slice(0, 500)),
  fc.constantFrom('"1"', '*', '""', 'W/"1"', '"9999999999"', '0', '-1', ','.repeat(400)),
);
const oddId = fc.oneof(
  oddText.map((text) => encodeURIComponent(text.slice(0, 300).toWellFormed())),
  fc.constantFrom(
    '..',
    '%',
    '%00',
    '%ff',
    'a/b',
    '',
    '0',
    '-1',
    '1e9',
    'x'.repeat(4000),
    '__proto__',
  ),
  fc.constantFrom('%F0%9F%90%A6', '%ED%A0%80', 'a%2Fb', '%C0%80', '%2e%2e', 'null', 'undefined'),
);

const headerNames = [
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'Accept-Encoding',
  'Content-Encoding',
  'Content-Type',
  'X-Forwarded-For',
  'Forwarded',
  'Range',
  'Cookie',
  'Accept-Language',
  'Origin',
  'X-Request-Id',
];

const callOf = (from: Route[]) =>
  fc.constantFrom(...from).chain((route) =>
    fc.record({
      route: fc.constant(route),
      id: oddId,
      query: fc.dictionary(
        fc.constantFrom('view', 'q', 'status', 'limit', '__proto__', 'x[]'),
        fc.oneof(oddText, fc.constantFrom('page', 'summary', '1e9', '-1', 'NaN')),
        { maxKeys: 3 },
      ),
      body: route.body ? bodyOf(route) : route.takesBytes ? almostPicture : fc.constant(undefined),
      headers: fc.dictionary(fc.constantFrom(...headerNames), oddHeader, { maxKeys: 2 }),
      isStaff: fc.integer({ min: 0, max: 9 }).map((part) => part > 1),
      zipped: fc.integer({ min: 0, max: 19 }).map((part) => part === 0),
    }),
  );
type Call = ReturnType<typeof callOf> extends fc.Arbitrary<infer Made> ? Made : never;

/** A decompression bomb: a small body that becomes 20 MB when it is decompressed. */
const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, 0x20), { level: 9 });

const json = 'Host: x\r\nContent-Type: application/json\r\n';
const draft = JSON.stringify(bodies['POST /api/contact']);
const sizeOf = (text: string) => text.length.toString(16);
const chunk = (text: string) => `${sizeOf(text)}\r\n${text}\r\n`;
const chunked = `POST /api/contact HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\n`;
const close = 'Connection: close\r\n';

/** Malformed or unusual requests, as bytes. After each, the sender closes its side of the connection. */
const broken: (string | Buffer)[] = [
  `${chunked.replace('\r\n\r\n', `\r\n${close}\r\n`)}${chunk(draft)}0\r\n\r\n`,
  `${chunked.replace('\r\n\r\n', `\r\n${close}\r\n`)}${[...draft].map(chunk).join('')}0\r\n\r\n`,
  `${chunked}${chunk(draft)}`,
  `${chunked}zz\r\n${draft}\r\n0\r\n\r\n`,
  `${chunked}-1\r\n${draft}\r\n0\r\n\r\n`,
  `${chunked}ffffffffffffffff\r\n${draft}`,
  `${chunked}7fffffff\r\n${draft}`,
  `${chunked}5;name=value\r\nabc`,
  `${chunked}5;${'x'.repeat(20_000)}\r\nabcde\r\n0\r\n\r\n`,
  `${chunked}0\r\n\r\n`,
  `${chunked}0\r\nX-Trailer: ${'y'.repeat(20_000)}\r\n\r\n`,
  `${chunked}\r\n\r\n`,
  `POST /api/contact HTTP/1.1\r\n${json}Content-Length: 5000\r\n\r\n${draft}`,
  `POST /api/contact HTTP/1.1\r\n${json}Content-Length: 10\r\n\r\n${draft}`,
  `POST /api/contact HTTP/1.1\r\n${json}Content-Length: 0\r\n\r\n${draft}`,
  `POST /api/contact HTTP/1.1\r\n${json}Content-Length: -5\r\n\r\n${draft}`,
  `POST /api/contact HTTP/1.1\r\n${json}Content-Length: 1e3\r\n\r\n${draft}`,
  `POST /api/contact HTTP/1.1\r\n${json}Content-Length: 99999999999999999999\r\n\r\n${draft}`,
  `POST /api/contact HTTP/1.1\r\n${json}Content-Length: 5\r\nContent-Length: 6\r\n\r\n${draft}`,
  `POST /api/contact HTTP/1.1\r\n${json}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n` +
    `0\r\n\r\nGET /api/stats HTTP/1.1\r\n\r\n`,
  `POST /api/contact HTTP/1.1\r\n${json}Transfer-Encoding: chunked, identity\r\n\r\n${chunk(draft)}0\r\n\r\n`,
  `POST /api/contact HTTP/1.1\r\n${json}Transfer-Encoding: xchunked\r\n\r\n${chunk(draft)}0\r\n\r\n`,
  `POST /api/contact HTTP/1.1\r\n${json}Transfer-Encoding\t: chunked\r\n\r\n${chunk(draft)}0\r\n\r\n`,
  `POST /api/contact HTTP/1.1\r\n${json}Expect: 100-continue\r\nContent-Length: 2\r\n${close}\r\n{}`,
  `POST /api/contact HTTP/1.1\r\n${json}Expect: the worst\r\nContent-Length: 2\r\n${close}\r\n{}`,
  `GET /api/stats HTTP/1.1\r\n${json}Content-Length: 2\r\n${close}\r\n{}`,
  `GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n` +
    `HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n${close}\r\n`,
  `GET / HTTP/1.1\r\n${close}\r\n`,
  `GET / HTTP/1.0\r\n\r\n`,
  `GET /\r\n\r\n`,
  `GET / HTTP/1.1\nHost: x\nConnection: close\n\n`,
  `GET / HTTP/9.9\r\nHost: x\r\n${close}\r\n`,
  `GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n${close}\r\n`,
  `GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n${close}\r\n`,
  `GET / HTTP/1.1\r\nHost: x\r\nX\x01: a\r\n${close}\r\n`,
  `GET / HTTP/1.1\r\nHost: x\r\n: nameless\r\n${close}\r\n`,
  `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(70_000)}\r\n${close}\r\n`,
  `GET / HTTP/1.1\r\nHost: x\r\n${'X: a\r\n'.repeat(3000)}${close}\r\n`,
  `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n${close}\r\n`,
  `GET /?${'a=1&'.repeat(3000)} HTTP/1.1\r\nHost: x\r\n${close}\r\n`,
  `GET / HTTP/1.1\r\nHost: ${'[::1'}\r\n${close}\r\n`,
  `GET /api/stats HTTP/1.1\r\nHost: a b\r\n${close}\r\n`,
  `GET /api/stats HTTP/1.1\r\nHost: x@y/z?\r\n${close}\r\n`,
  `GET /api/stats HTTP/1.1\r\nHost: x:99999\r\n${close}\r\n`,
  `GET /\x00 HTTP/1.1\r\nHost: x\r\n${close}\r\n`,
  `GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n${close}\r\n`,
  `GET http://[bad/ HTTP/1.1\r\nHost: x\r\n${close}\r\n`,
  `GET * HTTP/1.1\r\nHost: x\r\n${close}\r\n`,
  `OPTIONS * HTTP/1.1\r\nHost: x\r\n${close}\r\n`,
  `CONNECT other.example:443 HTTP/1.1\r\nHost: x\r\n\r\n`,
  `TRACE /api/stats HTTP/1.1\r\nHost: x\r\n${close}\r\n`,
  `QUERY /api/ideas HTTP/1.1\r\nHost: x\r\n${close}\r\n`,
  `NONSENSE / HTTP/1.1\r\nHost: x\r\n${close}\r\n`,
  '\r\n'.repeat(5000),
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  Buffer.concat([
    Buffer.from(
      `POST /api/contact HTTP/1.1\r\n${json}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n${close}\r\n`,
    ),
    bomb,
  ]),
  Buffer.concat([
    Buffer.from(
      `POST /api/contact HTTP/1.1\r\n${json}Transfer-Encoding: gzip, chunked\r\n${close}\r\n` +
        `${bomb.length.toString(16)}\r\n`,
    ),
    bomb,
    Buffer.from('\r\n0\r\n\r\n'),
  ]),
];

test('no generated request is answered with 5xx, hangs or stays in memory', async (t) => {
  const { server, db, tokenFor } = await startAttacked('SQLite', {
    ...smallHeap,
    LOG_LEVEL: 'warn',
  });
  const token = await tokenFor('admin');
  const { hostname, port } = new URL(server.url);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const statuses = new Map<number, number>();
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);

  const send = ({ route, id, query, body, headers, isStaff, zipped }: Call) =>
    new Promise<void>((resolve, reject) => {
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, value.slice(0, 300)]),
      );
      const path = `${route.path.replace(':id', id)}?${search}`;
      const plain = body === undefined ? undefined : Buffer.from(body.toWellFormed());
      const payload = plain && zipped ? gzipSync(plain) : plain;
      const label = `${route.method} ${path.slice(0, 200)} ${body?.slice(0, 200) ?? ''}`;
      const call = ask(
        {
          agent,
          hostname,
          port,
          path,
          method: route.method,
          timeout: patience,
          headers: {
            ...(payload && {
              'Content-Type': 'application/json',
              'Content-Length': payload.length,
              ...(zipped && { 'Content-Encoding': 'gzip' }),
            }),
            ...headers,
            ...(isStaff && { Authorization: `Bearer ${token}` }),
          },
        },
        (answer) => {
          const { statusCode = 0 } = answer;
          count(statusCode);
          answer.resume();
          answer.once('end', () =>
            statusCode < 500 ? resolve() : reject(new Error(`${statusCode}: ${label}`)),
          );
        },
      );
      call.once('timeout', () => call.destroy(new Error('hung')));
      call.once('error', (error) => reject(new Error(`${error.message}: ${label}`)));
      call.end(payload);
    });

  const sendBroken = async (bytes: string | Buffer) => {
    const { status, hung } = await exchange(server.url, bytes, { isLast: true });
    count(status);
    const label = String(bytes).slice(0, 200);
    assert.ok(!hung, `hung: ${label}`);
    assert.ok(status < 500, `${status}: ${label}`);
  };

  const first = await readRows(db);
  const forgetNew = async () => {
    for (const table of contentTables) {
      const known = first[table].map(({ id }) => String(id));
      await db.deleteFrom(table).where('id', 'not in', known).execute();
    }
  };

  let calls = 0;
  const random = seededRandom();
  /** Sends valid HTTP to quick routes; of a thousand requests, 25 are broken and 6 go to expensive routes. */
  const attack = async (until: number) => {
    while (calls < until) {
      const quickCalls = fc.sample(callOf(quick), { numRuns: batch, seed: calls + 1 });
      const brokenIndexes = Array.from({ length: Math.ceil(batch / 40) }, () =>
        Math.floor(random() * broken.length),
      );
      const slowCalls = fc.sample(callOf(slow), {
        numRuns: Math.ceil(batch / 200),
        seed: calls + 2,
      });
      await Promise.all([
        inParallel(quickCalls, 8, send),
        inParallel(brokenIndexes, 2, (index) => sendBroken(broken[index] ?? '')),
        inParallel(slowCalls, 1, send),
      ]);
      // Deletes the new rows, because more content would use more memory.
      await forgetNew();
      calls += quickCalls.length + brokenIndexes.length + slowCalls.length;
    }
  };
  for (const bytes of broken) await sendBroken(bytes);
  // Requests each expensive route once, because in a sample run `attack` sends only two requests to them.
  const oneOfEach = slow.flatMap((route) => fc.sample(callOf([route]), { numRuns: 1, seed: 1 }));
  for (const call of oneOfEach) await send({ ...call, isStaff: true });
  calls += oneOfEach.length;
  await attack(warmUp);
  const before = await settled(() => memoryOf(server));
  await attack(total);
  const after = await settled(() => memoryOf(server));
  agent.destroy();

  assert.ok(after - before < allowedGrowth, `from ${before} to ${after} MB`);
  assert.doesNotMatch(server.output(), /a request failed|a promise was forgotten/);
  const headers = { Authorization: `Bearer ${token}` };
  assert.equal((await fetch(`${server.url}/api/admin/users`, { headers })).status, 200);
  // Checks that requests reached the handlers: some were accepted, and validation refused some.
  for (const status of [200, 201, 400, 404, 415, 422]) assert.ok(statuses.has(status), `${status}`);
  reportFigures(t, {
    requests: calls + broken.length,
    'answers of 5xx': 0,
    hung: 0,
    'MB more': Math.round(after - before),
    statuses: [...statuses]
      .toSorted()
      .map(([status, times]) => `${status}×${times}`)
      .join(' '),
  });
});

/** Returns the minimum of several measurements, so that garbage that is not collected yet counts less. */
async function settled(look: () => number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round += 1) {
    await setTimeout(200);
    least = Math.min(least, look());
  }
  return least;
}

test('no body, query or header leaves anything on a prototype', async (t) => {
  const { call, routes: all, userWithToken } = await startApi({}, 'SQLite');
  const { token } = await userWithToken('admin');
  const prototypes = [Object, Array, String, Number, Function, Promise, Map].map(
    ({ prototype }) => prototype as object,
  );
  const look = () => prototypes.map((prototype) => Reflect.ownKeys(prototype));
  const before = look();
  const poison = '{"polluted":"yes","status":"approved","isAdmin":true}';
  const keys = [
    `"__proto__":${poison}`,
    `"constructor":{"prototype":${poison}}`,
    `"__proto__":{"__proto__":${poison}}`,
    `"prototype":${poison}`,
    `"__proto__.polluted":"yes","constructor.prototype.polluted":"yes"`,
    `"__proto__":[${poison}],"toString":${poison},"hasOwnProperty":null`,
  ];
  const query =
    '__proto__[polluted]=yes&constructor[prototype][polluted]=yes&__proto__.polluted=yes';
  let requestCount = 0;
  for (const route of all.filter(({ path }) => path !== '/api/admin/logout')) {
    const base = JSON.stringify(bodies[nameOf(route)] ?? {}).slice(1, -1);
    const ids = ['__proto__', 'constructor', 'toString'];
    const isOne = !route.body && !route.path.includes(':id');
    for (const [at, id] of (isOne ? ids.slice(0, 1) : ids).entries()) {
      // A request without a body carries none of `keys`. In a sample run each of `keys` is sent with only one id.
      const sent = route.body ? keys.filter((_, turn) => isFullRun || turn % 3 === at) : [''];
      for (const key of sent) {
        const { status } = await call(route.method, `${route.path.replace(':id', id)}?${query}`, {
          token,
          ...(route.body && { raw: `{${base}${base && ','}${key}}` }),
          headers: { 'If-Match': '"__proto__"', 'Idempotency-Key': '__proto__' },
        });
        assert.ok(status < 500, `${nameOf(route)} with ${key}: ${status}`);
        requestCount += 1;
      }
    }
  }
  assert.deepEqual(look(), before);
  assert.ok(!('polluted' in {}) && !('isAdmin' in []));
  reportFigures(t, { requests: requestCount, 'new properties': 0 });
});
