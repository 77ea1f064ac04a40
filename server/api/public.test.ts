import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appDraft, blogDraft, ideaDraft, milestoneDraft, podDraft } from '../../tests/drafts.ts';
import { startApi } from '../../tests/harness.ts';
import { fillWithDemo } from '../store/demo.ts';
import { wholeMonths } from '../store/stats.ts';

const site = await startApi();
await fillWithDemo(site.db, new Date());
const { call } = site;
/** A site without demo content. One test creates posts in it, another test ideas. */
const fresh = await startApi();

/** For each public list: the exact property names of its objects, in their order. */
const shapes: Record<string, string[]> = {
  '/api/apps': [
    'id',
    'name',
    'description',
    'category',
    'status',
    'technologies',
    'demoUrl',
    'githubUrl',
    'leadPicture',
    'podId',
    'createdAt',
    'version',
  ],
  '/api/pods': [
    'id',
    'name',
    'description',
    'status',
    'progress',
    'teamSize',
    'startDate',
    'endDate',
    'technologies',
    'version',
  ],
  '/api/milestones': ['id', 'title', 'description', 'date', 'type', 'version'],
  '/api/blogs': [
    'id',
    'title',
    'excerpt',
    'author',
    'category',
    'publishedAt',
    'readTime',
    'featured',
    'tags',
    'imageUrl',
    'leadPicture',
    'externalUrl',
    'version',
    'content',
  ],
  '/api/ideas': [
    'id',
    'title',
    'submitterName',
    'problemStatement',
    'proposedSolution',
    'targetAudience',
    'expectedImpact',
    'requiredExpertise',
    'successMetrics',
    'dependencies',
    'status',
    'createdAt',
  ],
};

for (const [path, keys] of Object.entries(shapes)) {
  test(`GET ${path} answers a plain array with exactly the public keys`, async () => {
    const { status, body, headers } = await call('GET', path);
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    assert.ok(Array.isArray(body) && body.length > 0);
    for (const { answer, ...entry } of body) {
      assert.deepEqual(Object.keys(entry), keys);
      // Only ideas have the property `answer`, and only if staff have written an answer.
      if (answer !== undefined) assert.equal(path, '/api/ideas');
    }
  });
}

test('GET /api/blogs?view=summary leaves the content out', async () => {
  const { body } = await call('GET', '/api/blogs?view=summary');
  for (const entry of body) {
    assert.deepEqual(
      Object.keys(entry),
      shapes['/api/blogs']?.filter((key) => key !== 'content'),
    );
  }
});

test('GET /api/stats counts projects, active pods and team members', async () => {
  const { body: apps } = await call('GET', '/api/apps');
  const { body: pods } = await call('GET', '/api/pods');
  assert.deepEqual((await call('GET', '/api/stats')).body, {
    totalApps: apps.length,
    activePods: pods.filter(({ status }: { status: string }) => status === 'Active').length,
    teamMembers: pods.reduce((sum: number, pod: { teamSize: number }) => sum + pod.teamSize, 0),
    monthsSinceInception: 17,
  });
});

test('GET /api/stats of an empty database answers zeros', async () => {
  const empty = await startApi();
  empty.setTime('2025-06-30T23:59:59.000Z');
  assert.deepEqual((await empty.call('GET', '/api/stats')).body, {
    totalApps: 0,
    activePods: 0,
    teamMembers: 0,
    monthsSinceInception: 0,
  });
  for (const path of Object.keys(shapes)) {
    assert.deepEqual((await empty.call('GET', path)).body, []);
  }
});

test('months are whole, and never negative', () => {
  const months = (now: string) => wholeMonths('2025-06', new Date(now));
  assert.equal(months('2025-06-30T23:59:59.999Z'), 0);
  assert.equal(months('2025-07-01T00:00:00.000Z'), 1);
  assert.equal(months('2026-05-31T00:00:00.000Z'), 11);
  assert.equal(months('2026-06-01T00:00:00.000Z'), 12);
  assert.equal(months('2024-01-01T00:00:00.000Z'), 0);
});

test('GET /api/apps/:id answers one project, as in the list; an unknown or odd id is 404', async () => {
  const { body: apps } = await call('GET', '/api/apps');
  for (const app of apps) {
    assert.deepEqual((await call('GET', `/api/apps/${app.id}`)).body, app);
  }
  for (const id of ['nope', '%00', '%ff%fe', '%', '..', 'A'.repeat(9000), '%F0%9F%90%A6', "a'b"]) {
    const { status, body } = await call('GET', `/api/apps/${id}`);
    assert.equal(status, 404, id);
    assert.deepEqual(Object.keys(body), ['error']);
  }
});

test('GET /api/blogs?view=page answers a page of the matching posts, newest first', async () => {
  const { token } = await fresh.userWithToken('admin');
  const get = async (query: string) =>
    (await fresh.call('GET', `/api/blogs?view=page${query}`)).body;
  const titlesOf = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title);
  assert.deepEqual(await get(''), {
    items: [],
    total: 0,
    isAtLeast: false,
    hasMore: false,
    featured: null,
  });
  for (const [title, excerpt, category, day, featured] of [
    ['Tides', 'About 100 % of the sea', 'AI', 3, false],
    ['Élan', 'Of BIRDS_and men', 'AI', 1, true],
    ['Lamps', 'Light for the harbour', 'Technology', 2, true],
    ['Old news', 'A tide that turned', 'AI', 4, false],
  ] as const) {
    const publishedAt = `2026-01-0${day}T00:00:00.000Z`;
    const body = { ...blogDraft, title, excerpt, category, featured, publishedAt };
    const { status } = await fresh.call('POST', '/api/admin/blogs', { token, body });
    assert.equal(status, 201);
  }
  const all = await get('');
  assert.deepEqual(titlesOf(all), ['Old news', 'Tides', 'Lamps', 'Élan']);
  assert.deepEqual([all.total, all.hasMore, all.featured.title], [4, false, 'Lamps']);
  assert.ok(!('content' in all.items[0]));

  const first = await get('&limit=2');
  assert.deepEqual([titlesOf(first), first.hasMore], [['Old news', 'Tides'], true]);
  const second = await get(`&limit=2&before=${first.items[1].id}`);
  assert.deepEqual([titlesOf(second), second.hasMore], [['Lamps', 'Élan'], false]);
  assert.deepEqual([second.total, second.featured], [4, null]);
  assert.deepEqual(titlesOf(await get('&before=nothing-of-this-name')), []);

  for (const [query, found] of [
    ['&q=TIDE', ['Old news', 'Tides']],
    ['&q=100+%25', ['Tides']],
    ['&q=%25', ['Tides']],
    ['&q=s_a', ['Élan']],
    ['&q=e%CC%81lan', ['Élan']],
    ['&q=%00', []],
    ['&category=Technology', ['Lamps']],
    ['&q=tide&category=Technology', []],
    ['&category=nonsense', ['Old news', 'Tides', 'Lamps', 'Élan']],
  ] as const) {
    const page = await get(query);
    assert.deepEqual([titlesOf(page), page.total], [found, found.length], query);
  }

  const [post] = all.items;
  const path = `/api/admin/blogs/${post.id}`;
  const change = { ...blogDraft, title: post.title, excerpt: 'Nothing of the kind' };
  const { status } = await fresh.call('PUT', path, { token, body: change });
  assert.equal(status, 200);
  assert.deepEqual(titlesOf(await get('&q=tide')), ['Tides']);
  assert.deepEqual(titlesOf(await get('&q=kind')), ['Old news']);
});

test('GET /api/blogs/:id adds the content as HTML; an unknown id is 404', async () => {
  const { body: blogs } = await call('GET', '/api/blogs');
  for (const blog of blogs) {
    const { contentHtml, ...rest } = (await call('GET', `/api/blogs/${blog.id}`)).body;
    assert.deepEqual(rest, blog);
    assert.match(contentHtml, /<p dir="auto">/);
  }
  assert.equal((await call('GET', '/api/blogs/nope')).status, 404);
});

test('lists are newest first, milestones oldest first', async () => {
  const fresh = await startApi();
  const { token } = await fresh.userWithToken('admin');
  const create = (kind: string, body: object) =>
    fresh.call('POST', `/api/admin/${kind}`, { body, token });
  for (const name of ['one', 'two', 'three']) {
    await create('pods', { ...podDraft, name });
    await create('apps', { ...appDraft, name });
  }
  for (const day of ['03', '01', '02']) {
    await create('blogs', { ...blogDraft, publishedAt: `2026-01-${day}T00:00:00Z` });
    await create('milestones', { ...milestoneDraft, date: `2026-01-${day}` });
  }
  const names = async (path: string, key: string) =>
    (await fresh.call('GET', path)).body.map((entry: Record<string, string>) => entry[key]);
  assert.deepEqual(await names('/api/pods', 'name'), ['three', 'two', 'one']);
  assert.deepEqual(await names('/api/apps', 'name'), ['three', 'two', 'one']);
  assert.deepEqual(await names('/api/blogs', 'publishedAt'), [
    '2026-01-03T00:00:00.000Z',
    '2026-01-02T00:00:00.000Z',
    '2026-01-01T00:00:00.000Z',
  ]);
  assert.deepEqual(await names('/api/milestones', 'date'), [
    '2026-01-01',
    '2026-01-02',
    '2026-01-03',
  ]);
});

test('staff notes and e-mail addresses are in no public response', async () => {
  const canary = 'canary-4711';
  const { token } = await site.userWithToken('admin');
  const at = { submitterName: 'Ana' };
  const { ideaDraft, contactDraft, applicationDraft } = await import('../../tests/drafts.ts');
  const email = `${canary}@example.org`;
  await call('POST', '/api/contact', { body: { ...contactDraft, email } });
  await call('POST', '/api/applications', { body: { ...applicationDraft, email } });
  const idea = (await call('POST', '/api/ideas', { body: { ...ideaDraft, ...at } })).body;
  await call('PATCH', `/api/admin/ideas/${idea.id}/status`, {
    body: { status: 'approved', notes: canary },
    token,
  });
  for (const path of [...Object.keys(shapes), '/api/stats', '/api/openapi.json', '/api/docs']) {
    const { body } = await call('GET', path);
    assert.ok(!JSON.stringify(body).includes(canary), path);
  }
});

test('unknown paths under /api are 404 in JSON, whatever the method', async () => {
  for (const path of ['/api', '/api/', '/api/nope', '/api/apps/', '/api/admin', '/api/apps/a/b']) {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      const { status, body } = await call(method, path);
      assert.equal(status, 404, `${method} ${path}`);
      assert.deepEqual(Object.keys(body), ['error']);
    }
  }
});

test('known paths answer 405 to other methods, and name theirs in the header Allow', async () => {
  const byPath = Map.groupBy(site.routes, ({ path }) => path);
  for (const [path, rows] of byPath) {
    const takes = new Set<string>(rows.map(({ method }) => method));
    if (takes.has('GET')) takes.add('HEAD');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      if (takes.has(method)) continue;
      const { status, headers } = await call(method, path.replace(':id', 'some-id'));
      assert.equal(status, 405, `${method} ${path}`);
      assert.deepEqual(new Set(headers.get('allow')?.split(', ')), takes);
    }
  }
});

test('HEAD answers like GET, without a body', async () => {
  const { status, body } = await call('HEAD', '/api/apps');
  assert.equal(status, 200);
  assert.equal(body, '');
});

test('GET /api/ideas?view=page cuts long texts', async () => {
  const problemStatement = 'tidewrack 🌊 '.repeat(200);
  const body = { ...ideaDraft, problemStatement, expectedImpact: 'e'.repeat(600) };
  const { id } = (await call('POST', '/api/ideas', { body })).body;
  const { items } = (await call('GET', '/api/ideas?view=page&q=tidewrack')).body;
  assert.equal(items[0].problemStatement.length, 600);
  assert.match(items[0].problemStatement, /^tidewrack 🌊 tide.* …$/u);
  assert.equal(items[0].expectedImpact, 'e'.repeat(600));
  for (const path of ['/api/ideas', `/api/ideas/${id}`]) {
    const [idea] = [(await call('GET', path)).body].flat();
    assert.equal(idea.problemStatement, problemStatement.trim(), path);
  }
});

test('GET /api/ideas?view=page answers a page of the matching ideas, and counts them', async () => {
  for (const [title, problemStatement] of [
    ['Élan', 'plain'],
    ['Tide', 'the ÉLAN is gone'],
    ['Mud', 'plain'],
  ]) {
    await fresh.call('POST', '/api/ideas', { body: { ...ideaDraft, title, problemStatement } });
  }
  const page = async (query: string) =>
    (await fresh.call('GET', `/api/ideas?view=page${query}`)).body;
  const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title);

  const all = await page('');
  assert.deepEqual(titles(all), ['Mud', 'Tide', 'Élan']);
  assert.equal(all.total, 3);
  assert.equal(all.counts.pending, 3);
  assert.equal(all.counts.rejected, 0);
  assert.deepEqual(
    Object.keys(all.items[0]),
    Object.keys((await fresh.call('GET', '/api/ideas')).body[0]),
  );

  const some = await page('&limit=2');
  assert.deepEqual([titles(some), some.total], [['Mud', 'Tide'], 3]);
  const found = await page(`&q=${encodeURIComponent(' élan ')}`);
  assert.deepEqual([titles(found), found.total], [['Tide', 'Élan'], 2]);
  assert.equal(found.counts.pending, 2, 'the counts follow the search');
  const none = await page(`&q=${encodeURIComponent('élan')}&status=approved`);
  assert.deepEqual([none.total, none.counts.pending, none.counts.approved], [0, 2, 0]);
  assert.deepEqual((await page('&status=rejected')).items, []);
  for (const status of ['nonsense', '__proto__', 'constructor', 'toString', '%00', '%F0%9F']) {
    assert.equal((await page(`&status=${status}`)).total, 0, status);
  }
  for (const odd of ['&limit=-1', '&limit=x', '&limit=1e9', '&limit=0.5']) {
    assert.equal((await page(odd)).total, 3, odd);
  }
});
