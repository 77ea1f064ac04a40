import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ideaDraft, logDraft } from '../drafts.ts';
import { copySqliteTemplate, demoFolder, templateAdmin } from '../template-copies.ts';
import { newFolder, startServer } from './server.ts';

/** Cached pages show changes of the flight log at once. Also tests the feed of the whole lab. */

const DATA_DIR = newFolder();
copySqliteTemplate(DATA_DIR, demoFolder);
const server = await startServer({
  DATA_DIR,
  SITE_URL: 'https://lab.example',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  ADMIN_PASSWORD: templateAdmin.password,
});
after(() => server.end());

const get = async (path: string) => (await fetch(server.local + path)).text();
let token = '';
async function send(method: string, path: string, body?: object) {
  const response = await fetch(server.local + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return response.status === 204 ? undefined : response.json();
}
({ token } = await send('POST', '/api/admin/login', templateAdmin));

const paths = [
  '/',
  '/pods/dipper',
  '/project/kick-sample',
  '/feed.xml',
  '/api/log?limit=3',
  '/api/pods/dipper/log?limit=6',
  '/api/apps/kick-sample/log',
];
/** Returns those of `paths` whose response contains a text. */
const pathsShowing = async (text: string) => {
  const found: string[] = [];
  for (const path of paths) if ((await get(path)).includes(text)) found.push(path);
  return found;
};

test('a change of the flight log shows in the very next read of every page that has it', async () => {
  assert.deepEqual(await pathsShowing('Ankle deep'), []);
  const draft = { ...logDraft, podId: 'dipper', date: '2026-11-16', text: 'Ankle deep.' };
  const { id } = await send('POST', '/api/admin/log', draft);
  assert.deepEqual(await pathsShowing('Ankle deep'), paths);
  await send('PUT', `/api/admin/log/${id}`, { ...draft, text: 'Knee deep.' });
  assert.deepEqual(await pathsShowing('Ankle deep'), []);
  assert.deepEqual(await pathsShowing('Knee deep'), paths);

  const pod = await send('GET', '/api/pods/dipper');
  await send('PUT', '/api/admin/pods/dipper', { ...pod, name: 'Wader' });
  assert.deepEqual(await pathsShowing('Wader'), paths);
  const app = await send('GET', '/api/apps/kick-sample');
  await send('PUT', '/api/admin/apps/kick-sample', { ...app, podId: 'bittern' });
  assert.ok(!(await pathsShowing('Knee deep')).some((path) => path.includes('kick-sample')));

  await send('DELETE', `/api/admin/log/${id}`);
  assert.deepEqual(await pathsShowing('Knee deep'), []);
});

test('/feed.xml has posts, milestones, log entries and ideas, newest first, with links to them', async () => {
  const response = await fetch(`${server.local}/feed.xml`);
  assert.match(response.headers.get('content-type') ?? '', /^application\/atom\+xml/);
  const feed = await response.text();
  const all = (pattern: RegExp) => [...feed.matchAll(pattern)].map(([, value = '']) => value);
  const kinds = Object.groupBy(all(/<category term="(\w+)"/g), (kind) => kind);
  const counts = Object.entries(kinds).map(([kind, { length } = []]) => [kind, length]);
  assert.deepEqual(Object.fromEntries(counts), { post: 8, milestone: 6, log: 20, idea: 14 });
  const times = all(/<updated>([^<]*)</g).slice(1);
  assert.deepEqual(times, times.toSorted().reverse());
  const ids = all(/<id>([^<]*)</g);
  assert.equal(new Set(ids).size, ids.length);
  // Two feed entries of each kind are enough: all entries of a kind get their address in the same way.
  const urlsOf = (kind: string) =>
    all(/<entry>(.*?)<\/entry>/gs)
      .filter((entry) => entry.includes(`<category term="${kind}"`))
      .slice(0, 2)
      .flatMap((entry) => entry.match(/<link href="(https:\/\/lab\.example[^"]*)"/)?.[1] ?? []);
  const urls = Object.keys(kinds).flatMap(urlsOf);
  assert.equal(urls.length, 8);
  for (const url of urls) {
    const { pathname } = new URL(url);
    assert.equal((await fetch(server.local + pathname)).status, 200, url);
  }
  const etag = response.headers.get('etag') ?? '';
  const again = await fetch(`${server.local}/feed.xml`, { headers: { 'If-None-Match': etag } });
  assert.equal(again.status, 304);
  const head = (await get('/')).split('</head>')[0] ?? '';
  assert.match(
    head,
    /<link rel="alternate" type="application\/atom\+xml" title="Lab" href="\/feed.xml"/,
  );
});

test('/feed.xml has an idea once its status has changed, and no longer when it is held back', async () => {
  const { id } = await send('POST', '/api/ideas', { ...ideaDraft, title: 'Read <the> meter' });
  const title = 'Idea approved: Read &#60;the&#62; meter';
  assert.ok(!(await get('/feed.xml')).includes('meter'));
  const status = `/api/admin/ideas/${id}/status`;
  await send('PATCH', status, { status: 'approved', notes: 'private words' });
  const feed = await get('/feed.xml');
  assert.ok(feed.includes(`<title>${title}</title>`));
  assert.ok(feed.includes(`https://lab.example/ideas/read-the-meter-${id}`));
  assert.doesNotMatch(feed, /private words|admin/);
  await send('POST', `/api/admin/ideas/${id}/hold`);
  assert.ok(!(await get('/feed.xml')).includes('meter'));
});
