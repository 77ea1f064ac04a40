import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ideaDraft } from '../drafts.ts';
import { freePort } from '../free-port.ts';
import { demoPages } from '../pages.ts';
import { newFolder, type RunningServer, startServer } from '../process/server.ts';
import { isFullRun, newDatabaseEnv, reportFigures } from './attack.ts';

/** Tests the security headers of pages, API responses, files and health checks, also without the database. */

interface Kind {
  name: string;
  path: string;
  status: number;
  init?: RequestInit;
}

const json = { 'Content-Type': 'application/json' };

const kinds: Kind[] = [
  { name: 'a page', path: '/', status: 200 },
  { name: 'a page with data', path: '/blog/a-chart-you-can-hear', status: 200 },
  {
    name: 'a page, compressed',
    path: '/',
    status: 200,
    init: { headers: { 'Accept-Encoding': 'br' } },
  },
  { name: 'a page, only its head', path: '/', status: 200, init: { method: 'HEAD' } },
  { name: 'a page that is not cached', path: `/ideas?q=${'x'.repeat(400)}`, status: 200 },
  { name: 'the staff area', path: '/admin', status: 200 },
  { name: 'a page that is not there', path: '/nowhere', status: 404 },
  { name: 'a post that is not there', path: '/blog/nowhere', status: 404 },
  { name: 'another address for a page', path: '/blog/', status: 308 },
  { name: 'a page asked in another way', path: '/contact', status: 405, init: { method: 'POST' } },
  { name: 'the API', path: '/api/apps', status: 200 },
  { name: 'the API, not there', path: '/api/apps/nowhere', status: 404 },
  { name: 'the API, no such address', path: '/api/nowhere', status: 404 },
  { name: 'the API, nobody signed in', path: '/api/admin/users', status: 401 },
  {
    name: 'the API, asked in another way',
    path: '/api/apps',
    status: 405,
    init: { method: 'DELETE' },
  },
  {
    name: 'the API, malformed',
    path: '/api/ideas',
    status: 400,
    init: { method: 'POST', headers: json, body: '{' },
  },
  {
    name: 'the API, invalid',
    path: '/api/ideas',
    status: 422,
    init: { method: 'POST', headers: json, body: '{}' },
  },
  {
    name: 'the API, written',
    path: '/api/ideas',
    status: 201,
    init: { method: 'POST', headers: json, body: JSON.stringify(ideaDraft) },
  },
  { name: 'an icon', path: '/icon.svg', status: 200 },
  { name: 'a picture', path: '/card.png', status: 200 },
  {
    name: 'the picture of an idea',
    path: '/ideas/01a1d6e1-ba80-7000-8000-cbfc43e0057e/card.png',
    status: 200,
  },
  {
    name: 'the picture of a missing idea',
    path: '/ideas/00000000-0000-4000-8000-000000000000/card.png',
    status: 404,
  },
  { name: 'the manifest', path: '/manifest.webmanifest', status: 200 },
  { name: 'the feed', path: '/blog/feed.xml', status: 200 },
  { name: 'the feed of the lab', path: '/feed.xml', status: 200 },
  { name: 'the sitemap', path: '/sitemap.xml', status: 200 },
  { name: 'robots.txt', path: '/robots.txt', status: 200 },
  { name: 'security.txt', path: '/.well-known/security.txt', status: 200 },
  { name: 'the API as a document', path: '/api/openapi.json', status: 200 },
  { name: 'the reference of the API', path: '/api/docs', status: 200 },
  { name: 'health', path: '/healthz', status: 200 },
  { name: 'readiness', path: '/readyz', status: 200 },
  { name: 'health asked in another way', path: '/healthz', status: 405, init: { method: 'POST' } },
];

/** Returns the directives of a Content-Security-Policy by name. As in a browser, the first of two duplicates counts. */
function partsOf(policy: string): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  for (const [name = '', ...sources] of policy.split(';').map((part) => part.trim().split(/\s+/))) {
    if (name && !parts.has(name)) parts.set(name, sources);
  }
  return parts;
}

/** Returns a description of each security header that is missing, weak or unexpected. */
function problemsOf(headers: Headers, isHttps: boolean): string[] {
  const problems: string[] = [];
  const must = (isGood: boolean, what: string) => isGood || problems.push(what);
  const policy = partsOf(headers.get('content-security-policy') ?? '');
  const or = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const isNone = (sources: string[] | undefined) => sources?.join() === "'none'";
  for (const name of ['script-src', 'script-src-elem', 'script-src-attr']) {
    const sources = policy.get(name) ?? or('script-src');
    must(
      isNone(sources) || sources.every((each) => /^'(self|sha256-[\w+/]{43}=)'$/.test(each)),
      `${name} is ${sources.join(' ')}`,
    );
  }
  must(isNone(policy.get('default-src')), 'default-src is not none');
  must(isNone(or('object-src')), 'object-src is not none');
  must(isNone(or('frame-src')), 'frame-src is not none');
  // These two directives do not fall back to default-src: if they are missing, everything is allowed.
  must(isNone(policy.get('base-uri')), 'base-uri is not none');
  must(isNone(policy.get('frame-ancestors')), 'frame-ancestors is not none');
  must(headers.get('x-content-type-options') === 'nosniff', 'it may be sniffed');
  must(
    /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(
      headers.get('referrer-policy') ?? '',
    ),
    'Referrer-Policy is missing or weak',
  );
  for (const feature of ['camera', 'geolocation', 'microphone', 'payment', 'usb']) {
    must(
      (headers.get('permissions-policy') ?? '').includes(`${feature}=()`),
      `Permissions-Policy leaves ${feature}`,
    );
  }
  must(headers.get('cross-origin-opener-policy') === 'same-origin', 'others keep a hold of it');
  const hsts = headers.get('strict-transport-security');
  if (isHttps) {
    const seconds = Number(hsts?.match(/max-age=(\d+)/)?.[1] ?? 0);
    must(seconds >= 180 * 24 * 60 * 60, 'https is not promised for half a year');
  } else must(hsts === null, 'https is promised where it may not be');
  must(headers.get('x-powered-by') === null, 'it tells what it runs on');
  return problems;
}

async function everyKind(server: RunningServer): Promise<{ name: string; headers: Headers }[]> {
  const page = await (await fetch(`${server.local}/`)).text();
  const assets = [...new Set(page.match(/\/assets\/[\w./-]+\.(?:js|css|woff2)/g))];
  assert.ok(assets.length >= 3, 'the page names its files');
  const tag = (await fetch(`${server.local}/`)).headers.get('etag') ?? '';
  const requests: Kind[] = [
    ...kinds,
    ...assets.map((path) => ({ name: `the file ${path}`, path, status: 200 })),
    {
      name: 'a page that has not changed',
      path: '/',
      status: 304,
      init: { headers: { 'If-None-Match': tag } },
    },
  ];
  return Promise.all(
    requests.map(async ({ name, path, status, init }) => {
      const response = await fetch(server.local + path, { ...init, redirect: 'manual' });
      await response.arrayBuffer();
      assert.equal(response.status, status, name);
      return { name, headers: response.headers };
    }),
  );
}

const checked = (answers: { name: string; headers: Headers }[], isHttps: boolean) =>
  answers.flatMap(({ name, headers }) =>
    problemsOf(headers, isHttps).map((problem) => `${name}: ${problem}`),
  );

const siteUrls = {
  'no address': '',
  'an http address': 'http://lab.example',
  'an https address': 'https://lab.example',
};

for (const [kind, SITE_URL] of Object.entries(siteUrls)) {
  // `npm test` tests only the https SITE_URL. Only Strict-Transport-Security depends on SITE_URL. server/config.test.ts
  // and server/site.test.ts test that this header is not sent without https.
  if (kind !== 'an https address' && !isFullRun) continue;
  test(`all responses have the security headers, and all pages allow the same script, with ${kind}`, async (t) => {
    const server = await startServer({
      ...(await newDatabaseEnv('SQLite')),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...(SITE_URL && { SITE_URL }),
    });
    const answers = await everyKind(server);
    assert.deepEqual(checked(answers, SITE_URL.startsWith('https:')), []);
    const allowed = new Set<string>();
    const pages = [...demoPages.map(({ path }) => path), '/nowhere', '/admin', '/admin/login'];
    for (const path of pages) {
      const { headers } = await fetch(server.local + path);
      const policy = partsOf(headers.get('content-security-policy') ?? '');
      allowed.add((policy.get('script-src') ?? []).join(' '));
    }
    await server.end();
    assert.equal(allowed.size, 1, [...allowed].join('\n'));
    assert.match([...allowed].join(), /^'self' 'sha256-\S+'$/);
    reportFigures(t, { 'kinds of answers': answers.length, pages: pages.length });
  });
}

test('responses have the security headers while the database is unavailable', async (t) => {
  const [port, nobody] = [await freePort(), await freePort()];
  const never = startServer({
    DATA_DIR: newFolder(),
    PORT: port,
    DATABASE_URL: `postgres://127.0.0.1:${nobody}/nothing`,
  });
  // The server waits for its database until it is killed after the test. The kill rejects `never`.
  never.catch(() => {});
  const ask = (path: string, Accept: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { Accept } });
  let page: Response | undefined;
  for (let tries = 0; page === undefined && tries < 100; tries += 1) {
    page = await ask('/', 'text/html').catch(() => undefined);
    if (!page) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.equal(page?.status, 503);
  const answers = [
    { name: 'the waiting page', headers: page.headers },
    { name: 'the waiting API', headers: (await ask('/api/apps', '*/*')).headers },
    { name: 'health', headers: (await ask('/healthz', '*/*')).headers },
  ];
  assert.deepEqual(checked(answers, false), []);
  reportFigures(t, { 'kinds of answers': answers.length });
});
