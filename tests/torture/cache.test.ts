import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { topics } from '#server/store/versions.ts';
import { demoPages } from '../pages.ts';
import { enginesToAttack, fullOrSample, isFullRun, reportFigures, seededRandom } from './attack.ts';
import { inParallel, memoryOf, smallHeap, startAttacked } from './attacked.ts';
import { bytesOf, exchange, type WireAnswer } from './wire.ts';

/** Attacks the cache: with cache poisoning by headers and URLs, web cache deception, and invented URLs. */

const canary = 'canary-7f3a';

/** Request headers that an attacker could use for cache poisoning. */
const headers: Record<string, string>[] = [
  ...[
    'X-Forwarded-Host',
    'X-Forwarded-Server',
    'X-Forwarded-For',
    'X-Forwarded-Prefix',
    'X-Forwarded-Path',
    'X-Forwarded-Uri',
    'X-Host',
    'X-HTTP-Host-Override',
    'X-Original-Host',
    'X-Backend-Host',
    'X-Rewrite-URL',
    'X-Original-URL',
    'X-Accel-Redirect',
    'X-Sendfile',
    'X-Real-IP',
    'X-Client-IP',
    'True-Client-IP',
    'CF-Connecting-IP',
    'X-Request-Id',
    'X-Correlation-Id',
    'X-Amz-Website-Redirect-Location',
    'X-WAP-Profile',
    'X-Forwarded-Scheme',
    'X-Url-Scheme',
    'X-Requested-With',
    'X-HTTP-Method-Override',
    'X-Http-Method',
    'X-Method-Override',
    'X-Timer',
    'X-Middleware-Prefetch',
    'Next-Router-Prefetch',
    'Origin',
    'Cookie',
    'User-Agent',
    'Accept',
    'Accept-Charset',
    'Accept-Language',
    'Accept-Datetime',
    'Via',
    'From',
    'Pragma',
    'Cache-Control',
    'If-Match',
    'If-None-Match',
    'If-Range',
    'If-Modified-Since',
    'Max-Forwards',
    'Purpose',
    'Sec-Purpose',
    'Sec-CH-UA',
    'Save-Data',
    'DNT',
    'TE',
    'Trailer',
    'Content-Type',
    'Content-Language',
  ].map((name) => ({ [name]: canary })),
  { Host: `${canary}.example` },
  { Host: `lab.example:${canary.length}` },
  { Host: 'LAB.EXAMPLE.' },
  { Forwarded: `for=${canary};host=${canary}.example;proto=http` },
  { Referer: `http://${canary}.example/` },
  { 'X-Forwarded-Proto': 'http' },
  { 'X-Forwarded-Proto': canary },
  { 'X-Forwarded-Ssl': 'off', 'Front-End-Https': 'off' },
  { 'X-Forwarded-Port': '444' },
  { 'X-HTTP-Method-Override': 'POST' },
  { 'X-Original-URL': '/admin/login' },
  { 'X-Rewrite-URL': '/api/admin/users' },
  { Range: 'bytes=0-10' },
  { Range: 'bytes=5-1,-1' },
  { 'Accept-Encoding': 'br' },
  { 'Accept-Encoding': 'gzip;q=0.5, br;q=0' },
  { 'Accept-Encoding': `identity;q=0, ${canary}` },
  { 'Accept-Encoding': '*;q=0' },
  { 'If-None-Match': '*' },
  { 'If-Modified-Since': 'Sat, 01 Jan 2050 00:00:00 GMT' },
  { 'Cache-Control': 'no-store, max-age=0' },
  { Expect: canary },
  { Upgrade: canary, Connection: 'close, Upgrade' },
  { Connection: `close, Host, ${canary}` },
  { 'Content-Length': '12', 'X-Smuggled': canary },
];

const feeds = [
  '/feed.xml',
  '/blog/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/.well-known/security.txt',
];

const urls = [
  ...demoPages.map(({ path }) => path),
  '/admin/login',
  '/no-such-page',
  ...feeds,
  '/icon.svg',
  '/manifest.webmanifest',
  '/api/stats',
  '/api/apps',
  '/api/apps/reading-room',
  '/api/pods',
  '/api/pods/dipper/log',
  '/api/apps/kick-sample/log',
  '/api/log',
  '/api/milestones',
  '/api/blogs',
  '/api/blogs?view=summary',
  '/api/blogs/a-chart-you-can-hear',
  '/api/blogs/a-chart-you-can-hear/around',
  '/api/blogs?view=page&tag=audio',
  '/api/ideas',
  '/api/ideas?view=page',
  '/api/ideas?view=changes',
  '/api/search?q=model',
  '/search?q=model',
  '/api/openapi.json',
  '/api/docs',
];

/** The attacked and the untouched server have the same `SITE_URL`, so that their responses can be compared. */
const settings = { SITE_URL: 'https://lab.example', LOG_LEVEL: 'warn' };

const get = (url: string, target: string, more: Record<string, string> = {}) =>
  exchange(
    url,
    bytesOf({
      method: 'GET',
      target,
      headers: more,
      ...(more['Content-Length'] && { body: 'x'.repeat(12) }),
    }),
  );

/** Returns the response without the headers that differ between any two responses. */
const comparable = ({ status, head, body }: WireAnswer) => ({
  status,
  head: head.replace(/^(date|x-request-id|connection|keep-alive): .*\r?\n?/gm, '').trimEnd(),
  body,
});

/** The server of the test of headers on SQLite, and of the test of requests with a token. */
const onSqlite = await startAttacked('SQLite', settings);

for (const engine of enginesToAttack('SQLite')) {
  test(`no header of one visitor is in the answer to the next, ${engine}`, async (t) => {
    const { server, db, startAnother } =
      engine === 'SQLite' ? onSqlite : await startAttacked(engine, settings);
    const clean = await startAnother();
    const [attacked, untouched] = [server.local, clean.local];
    /** Invalidates all cached responses that depend on content, as changes of content do. */
    const invalidateAll = () =>
      db.updateTable('content_versions').set({ version: sql`version + 1` }).execute();
    const expected = new Map<string, ReturnType<typeof comparable>>();
    for (const url of urls) expected.set(url, comparable(await get(untouched, url)));

    const check = async (url: string, poison: Record<string, string>, when: string) => {
      const answer = comparable(await get(attacked, url));
      const label = `${url} after ${JSON.stringify(poison)}, ${when}`;
      assert.ok(!JSON.stringify(answer).includes(canary), label);
      assert.deepEqual(answer, expected.get(url), label);
    };

    // The first request for each URL has headers of the attack, because some cached responses are never invalidated.
    const combined = Object.assign({}, ...headers.slice(0, 40)) as Record<string, string>;
    for (const url of urls) {
      await get(attacked, url, combined);
      await check(url, combined, 'first of all');
    }

    const random = seededRandom();
    const pairs = urls.flatMap((url) => headers.map((poison) => ({ url, poison })));
    const chosen = pairs.filter(() => isFullRun || random() < 20 / pairs.length);
    for (const { url, poison } of chosen) {
      await invalidateAll();
      const first = await get(attacked, url, poison);
      assert.ok(first.status < 500 && !first.hung, `${url} with ${JSON.stringify(poison)}`);
      await check(url, poison, 'cold');
      await get(attacked, url, poison);
      await check(url, poison, 'warm');
    }

    /** Returns URLs of the same page that contain the canary: in parameters that no page uses, or as the host. */
    const spellings = (url: string) => [
      `${url}${url.includes('?') ? '&' : '?'}utm_source=${canary}&_=${canary}`,
      `http://${canary}.example${url}`,
      `${url}${url.includes('?') ? '&' : '?'}${canary}`,
    ];
    for (const [at, url] of urls.entries()) {
      // In a sample run every second URL has one of the three spellings.
      for (const spelling of spellings(url).filter((_, turn) => isFullRun || at % 6 === turn * 2)) {
        await invalidateAll();
        await get(attacked, spelling);
        await check(url, { spelling }, 'cold');
      }
    }
    reportFigures(t, {
      pairs: chosen.length,
      headers: headers.length,
      addresses: urls.length,
      poisoned: 0,
    });
  });
}

/** Returns paths for web cache deception: they lead to a staff route, and look like files, which proxies may cache. */
const disguised = (path: string) => [
  `${path}/x.css`,
  `${path}.css`,
  `${path}.js`,
  `${path};.js`,
  `${path};x.css`,
  `${path}%2fx.css`,
  `${path}%3bx.css`,
  `${path}%3fx.css`,
  `${path}%23x.css`,
  `${path}%00.css`,
  `${path}%0a.css`,
  `${path}?x.css`,
  `${path}/..%2fassets%2fx.js`,
  `${path}%2f..%2f..%2fassets/x.js`,
  `/assets/..%2f${path.slice(1)}`,
  `/assets/..${path}`,
  `/assets/%2e%2e${path}`,
  `/icon.svg/..${path}`,
  `/robots.txt/..${path}`,
  `/blog/feed.xml%2f..%2f..${path}`,
  `/api/stats/..%2fadmin%2f${path.split('/').at(-1)}`,
  `/api/stats/../admin/${path.split('/').at(-1)}`,
  `//${path}`,
  path.toUpperCase(),
  `http://lab.example${path}?x.css`,
  `${path.slice(4)}/x.css`,
  `${path.slice(4)};.js`,
];

test('a response to a request with a token is not cached; feeds are the same with and without one', async (t) => {
  const { server, db, tokenFor, tokensFor, store } = onSqlite;
  const token = await (await tokensFor('admin', canary))();
  const signed = { Authorization: `Bearer ${token}` };
  await db.updateTable('contacts').set({ message: canary }).execute();
  await db.updateTable('applications').set({ email: canary }).execute();
  await db.updateTable('ideas').set({ notes: canary }).execute();
  const url = server.local;
  const reads = ['users', 'contacts', 'applications', 'ideas'].map((name) => `/api/admin/${name}`);
  let requestCount = 0;
  let shown = 0;
  for (const [at, path] of reads.entries()) {
    // In a sample run each kind of disguise is tried on one of the paths.
    const disguises = disguised(path).filter((_, kind) => isFullRun || kind % reads.length === at);
    for (const target of [path, ...disguises]) {
      const mine = await get(url, target, signed);
      shown += Number(mine.body.includes(canary));
      if (mine.body.includes(canary)) {
        assert.match(mine.head, /^cache-control: no-store$/m, target);
        assert.doesNotMatch(mine.head, /^(etag|age|expires|last-modified):/m, target);
      }
      for (const more of [{}, { Authorization: 'Bearer x' }, { 'Accept-Encoding': 'br' }]) {
        const other = await get(url, target, more);
        assert.ok(!other.body.includes(canary), `${target} was kept for others`);
        assert.notEqual(other.status, 0, target);
      }
      requestCount += 4;
    }
  }
  assert.ok(shown >= reads.length, 'the token opens something');

  // Refusals and responses to writes must not be cached either.
  for (const [method, target] of [
    ['GET', '/api/admin/blogs'],
    ['HEAD', '/api/admin/blogs'],
    ['POST', '/api/admin/preview'],
    ['DELETE', '/api/admin/pods/nobody-has-this'],
    ['POST', '/api/admin/login'],
    ['GET', '/api/admin/nothing'],
  ] as const) {
    for (const bearer of [token, await tokenFor('blog-admin'), 'x']) {
      const { head } = await exchange(
        url,
        bytesOf({
          method,
          target,
          headers: { Authorization: `Bearer ${bearer}` },
          ...(method === 'POST' && { body: '{}' }),
        }),
      );
      assert.match(head, /^cache-control: no-store$/m, `${method} ${target}`);
      requestCount += 1;
    }
  }

  // A public GET with a token bypasses the cache, and its response must not be cached. Static files may be cached.
  for (const target of urls) {
    const plain = await get(url, target);
    const mine = await get(url, target, signed);
    const isFile = target === '/icon.svg' || target === '/manifest.webmanifest';
    if (!isFile) {
      assert.doesNotMatch(
        mine.head,
        /^cache-control: .*(public|max-age|s-maxage|immutable)/m,
        target,
      );
      assert.doesNotMatch(mine.head, /^etag:/m, `${target} came from what is kept`);
    }
    // The cached 404 page differs: it does not contain the requested path. The feeds are compared below.
    if (target !== '/no-such-page' && !feeds.includes(target)) {
      assert.ok(plain.body === mine.body, target);
    }
    requestCount += 2;
  }
  for (const target of feeds) {
    const plain = await get(url, target);
    const mine = await get(url, target, { Authorization: 'Basic bGFiOmxhYg==' });
    assert.equal(mine.status, 200, target);
    assert.ok(plain.body === mine.body, target);
    requestCount += 2;
  }
  assert.equal(Object.keys(await store.versions()).length, topics.length);
  reportFigures(t, { requests: requestCount, 'shown to staff': shown, 'shown to others': 0 });
});

test('invented addresses do not fill the memory', async (t) => {
  const count = fullOrSample(60_000, 102);
  const warmUp = fullOrSample(20_000, 102);
  const { server } = await startAttacked('SQLite', { ...smallHeap, LOG_LEVEL: 'silent' });
  const kinds = [
    (turn: number) => `/x${turn}`,
    (turn: number) => `/api/apps/x${turn}`,
    (turn: number) => `/api/blogs/x${turn}`,
    (turn: number) => `/blog/x${turn}`,
    (turn: number) => `/project/x${turn}`,
    (turn: number) => `/api/x${turn}`,
    (turn: number) => `/api/stats?x=${turn}`,
    (turn: number) => `/?utm_source=${turn}`,
    (turn: number) => `/ideas?x${turn}=1`,
    (turn: number) => `/assets/x${turn}.js`,
    (turn: number) => `/admin/x${turn}`,
    (turn: number) => `/?category=x${turn}`,
    (turn: number) => `/blog?q=x${turn}`,
    (turn: number) => `/ideas/00000000-0000-4000-8000-${String(turn).padStart(12, '0')}/card.png`,
    (turn: number) => `/ideas/01a1d6e1-ba80-7000-8000-cbfc43e0057e/card.png?v=${turn}`,
    (turn: number) => `/api/ideas?view=page&q=x${turn}`,
    (turn: number) => `/search?q=x${turn}`,
  ];
  let turn = 0;
  const attack = async (until: number) => {
    const turns = Array.from({ length: until - turn }, (_, index) => turn + index);
    await inParallel(turns, 8, async (each) => {
      const path = kinds[each % kinds.length]?.(each) ?? '/';
      const answer = await fetch(server.url + path, {
        headers: { 'Accept-Encoding': `gzip, x-${each}` },
      });
      await answer.arrayBuffer();
      assert.ok(answer.status < 500, path);
    });
    turn = until;
    await setTimeout(1000);
    return memoryOf(server);
  };
  const before = await attack(warmUp);
  const after = await attack(warmUp + count);
  assert.ok(after - before < 50, `from ${before} to ${after} MB`);
  reportFigures(t, { addresses: turn, 'MB more': Math.round(after - before) });
});
