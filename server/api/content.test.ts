import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appDraft, blogDraft, milestoneDraft, podDraft } from '../../tests/drafts.ts';
import * as bad from '../../tests/fields.ts';
import { startApi, usualEngine } from '../../tests/harness.ts';

const { call, userWithToken } = await startApi();
const { token } = await userWithToken('admin');

/** Lead pictures that are refused. The last one is well-formed, but no such picture is stored. */
const badPictures = [
  '',
  7,
  [],
  {},
  { path: '/pictures/x.webp', alt: '' },
  { path: 'https://images.example/mud.jpg', alt: '' },
  { path: `/pictures/${'0'.repeat(32)}-640x480.webp` },
  { path: `/pictures/${'0'.repeat(32)}-640x480.webp`, alt: 'x'.repeat(201) },
  { path: `/pictures/${'0'.repeat(32)}-640x480.webp`, alt: '' },
];

const editors = [
  {
    kind: 'pods',
    draft: podDraft,
    required: ['name', 'description'],
    fields: {
      name: bad.required(bad.text(200)),
      description: bad.required(bad.text(5000)),
      status: ['', null, ...bad.choice],
      progress: bad.number(0, 100),
      teamSize: [...bad.number(1, 10_000), 2.5],
      startDate: ['', null, ...bad.date],
      technologies: bad.list,
    },
  },
  {
    kind: 'apps',
    draft: appDraft,
    required: ['name', 'description'],
    fields: {
      name: bad.required(bad.text(200)),
      description: bad.required(bad.text(5000)),
      status: ['', null, ...bad.choice],
      category: ['', null, ...bad.choice],
      technologies: bad.list,
      demoUrl: bad.url,
      githubUrl: bad.url,
      podId: [7, {}, [], 'no-such-pod'],
      leadPicture: badPictures,
    },
  },
  {
    kind: 'blogs',
    draft: blogDraft,
    required: ['title', 'content'],
    fields: {
      title: bad.required(bad.text(200)),
      content: bad.required(bad.text(200_000)),
      excerpt: bad.text(5000),
      author: bad.text(200),
      category: ['', null, ...bad.choice],
      tags: bad.list,
      readTime: [...bad.number(1, 10_000), 2.5],
      imageUrl: bad.url,
      externalUrl: bad.url,
      leadPicture: badPictures,
      featured: bad.flag,
      publishedAt: [null, ...bad.time],
    },
  },
  {
    kind: 'milestones',
    draft: milestoneDraft,
    required: ['title', 'description'],
    fields: {
      title: bad.required(bad.text(200)),
      description: bad.required(bad.text(5000)),
      date: ['', null, ...bad.date],
      type: ['', null, ...bad.choice],
    },
  },
];

const list = async (kind: string) => (await call('GET', `/api/${kind}`)).body;
const create = async (kind: string, body: object) => {
  const answer = await call('POST', `/api/admin/${kind}`, { body, token });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
};

for (const { kind, draft, required, fields } of editors) {
  const path = `/api/admin/${kind}`;

  test(`POST ${path} creates what was sent, and the public list shows it`, async () => {
    const made = await create(kind, draft);
    assert.partialDeepStrictEqual(made, draft);
    assert.equal(made.version, 1);
    assert.deepEqual(
      (await list(kind)).find(({ id }: { id: string }) => id === made.id),
      made,
    );
  });

  // Only `podId` and `leadPicture` are looked up in the database. The other fields are tested on SQLite alone.
  const isTested = ([name]: [string, unknown]) =>
    usualEngine === 'SQLite' || ['podId', 'leadPicture'].includes(name);
  const tested = Object.entries<unknown[]>(fields).filter(isTested);
  if (tested.length > 0) {
    test(`POST and PUT ${path} refuse each bad field, and name it`, async (t) => {
      const made = await create(kind, draft);
      const before = await list(kind);
      for (const { label, field, body } of bad.badBodies(draft, Object.fromEntries(tested))) {
        await t.test(label, async () => {
          for (const [method, target] of [
            ['POST', path],
            ['PUT', `${path}/${made.id}`],
          ] as const) {
            const answer = await call(method, target, { body, token });
            assert.equal(answer.status, 422, `${method}: ${JSON.stringify(answer.body)}`);
            assert.deepEqual(Object.keys(answer.body.fields), [field]);
          }
        });
      }
      assert.deepEqual(await list(kind), before);
    });
  }

  test(`PUT ${path}/:id changes fields, increments the version, and keeps missing fields`, async () => {
    const made = await create(kind, draft);
    const [title = '', text = ''] = required;
    const body = { [title]: 'Another name', [text]: 'Another text' };
    const changed = await call('PUT', `${path}/${made.id}`, { body, token });
    assert.equal(changed.status, 200);
    assert.deepEqual(changed.body, { ...made, ...body, version: 2 });
  });

  test(`PUT ${path}/:id ignores id, version and unknown fields`, async () => {
    const made = await create(kind, draft);
    const body = { ...draft, id: 'forged', uid: 'forged', version: 77, createdAt: '2000-01-01' };
    const changed = await call('PUT', `${path}/${made.id}`, { body, token });
    assert.deepEqual(changed.body, { ...made, version: 2 });
  });

  test(`PUT and DELETE ${path}/:id answer 412 when If-Match has another version`, async () => {
    const made = await create(kind, draft);
    const put = (match: string) =>
      call('PUT', `${path}/${made.id}`, { body: draft, token, headers: { 'If-Match': match } });
    assert.equal((await put('"1"')).status, 200);
    for (const stale of ['"1"', '"3"', '1', 'W/"2"', '"99999999999"', '"x"', '""', '']) {
      const { status, body } = await put(stale);
      assert.equal(status, 412, stale);
      assert.match(body.error, /Somebody has changed this/);
    }
    assert.equal((await put('"2"')).status, 200);
    assert.equal((await put('*')).status, 200);
    const remove = (match: string) =>
      call('DELETE', `${path}/${made.id}`, { token, headers: { 'If-Match': match } });
    assert.equal((await remove('"1"')).status, 412);
    assert.equal((await remove('"4"')).status, 204);
  });

  test(`exactly one of two parallel PUT ${path}/:id with the same If-Match succeeds`, async () => {
    const made = await create(kind, draft);
    const [title = ''] = required;
    for (let version = 1; version <= 10; version += 1) {
      const headers = { 'If-Match': `"${version}"` };
      const answers = await Promise.all(
        ['mine', 'theirs'].map((name) =>
          call('PUT', `${path}/${made.id}`, { body: { ...draft, [title]: name }, token, headers }),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, 412]);
    }
  });

  test(`DELETE ${path}/:id deletes it; a second DELETE is 404`, async () => {
    const made = await create(kind, draft);
    const remove = () => call('DELETE', `${path}/${made.id}`, { token });
    const gone = await remove();
    assert.equal(gone.status, 204);
    assert.equal(gone.body, '');
    assert.equal((await remove()).status, 404);
    assert.equal((await call('PUT', `${path}/${made.id}`, { body: draft, token })).status, 404);
    assert.ok(!(await list(kind)).some(({ id }: { id: string }) => id === made.id));
  });

  test(`${path}/:id answers 404 to odd ids`, async () => {
    const odd = ['%00', '%ff', '..%2f', "'%20or%201=1--", 'x'.repeat(5000), '%F0%9F%90%A6', '-1'];
    for (const id of odd) {
      assert.equal((await call('PUT', `${path}/${id}`, { body: draft, token })).status, 404, id);
      assert.equal((await call('DELETE', `${path}/${id}`, { token })).status, 404, id);
    }
  });
}

test('a pod takes its defaults: Active, 0, 1, today, no technologies, no end', async () => {
  const made = await create('pods', { name: 'Ruff', description: 'Quiet.' });
  assert.deepEqual(made, {
    id: 'ruff',
    name: 'Ruff',
    description: 'Quiet.',
    status: 'Active',
    progress: 0,
    teamSize: 1,
    startDate: '2026-11-15',
    endDate: null,
    technologies: [],
    version: 1,
  });
});

test('a pod keeps a progress with decimals, and both ends of its range', async () => {
  for (const progress of [0, 100, 33.25]) {
    const made = await create('pods', { ...podDraft, progress });
    assert.equal(made.progress, progress);
  }
});

test('PUT sets, keeps and clears the end date of a pod', async () => {
  const { id } = await create('pods', podDraft);
  const put = async (endDate: unknown) =>
    (await call('PUT', `/api/admin/pods/${id}`, { body: { ...podDraft, endDate }, token })).body;
  assert.equal((await put('2026-12-31')).endDate, '2026-12-31');
  assert.equal((await put(undefined)).endDate, '2026-12-31');
  assert.equal((await put('')).endDate, null);
  await put('2027-01-01');
  assert.equal((await put(null)).endDate, null);
  assert.equal((await put('31.12.2026')).fields.endDate, 'Write the date like 2026-03-31.');
});

test('an app takes its defaults: In Development, AI Agent', async () => {
  const made = await create('apps', { name: 'Whimbrel', description: 'Calls back.' });
  assert.deepEqual(made, {
    id: 'whimbrel',
    name: 'Whimbrel',
    description: 'Calls back.',
    category: 'AI Agent',
    status: 'In Development',
    technologies: [],
    demoUrl: null,
    githubUrl: null,
    leadPicture: null,
    podId: null,
    createdAt: '2026-11-15T10:00:00.000Z',
    version: 1,
  });
  assert.deepEqual((await call('GET', '/api/apps/whimbrel')).body, made);
});

test('PUT keeps missing fields of an app, and clears those that are null or empty', async () => {
  const pod = await create('pods', { name: 'Avocet', description: 'Wades.' });
  const more = { githubUrl: 'https://code.example/tideline', podId: pod.id };
  const made = await create('apps', { ...appDraft, ...more });
  assert.partialDeepStrictEqual(made, more);
  const put = async (body: object) =>
    (await call('PUT', `/api/admin/apps/${made.id}`, { body: { ...appDraft, ...body }, token }))
      .body;
  assert.partialDeepStrictEqual(await put({ demoUrl: null }), { ...more, demoUrl: null });
  assert.partialDeepStrictEqual(await put({ demoUrl: 'https://a.example/' }), {
    demoUrl: 'https://a.example/',
  });
  assert.partialDeepStrictEqual(await put({ demoUrl: '', githubUrl: '', podId: '' }), {
    demoUrl: null,
    githubUrl: null,
    podId: null,
  });
});

test('deleting a pod keeps its apps, which then have no pod', async () => {
  const pod = await create('pods', { name: 'Knot', description: 'Leaves.' });
  const app = await create('apps', { ...appDraft, podId: pod.id });
  assert.equal((await call('DELETE', `/api/admin/pods/${pod.id}`, { token })).status, 204);
  assert.equal((await call('GET', `/api/apps/${app.id}`)).body.podId, null);
});

test('a blog post takes its defaults: Technology, 5 minutes, not featured, now', async () => {
  const made = await create('blogs', { title: 'Least', content: 'Enough.' });
  assert.deepEqual(made, {
    id: 'least',
    title: 'Least',
    excerpt: '',
    author: '',
    category: 'Technology',
    publishedAt: '2026-11-15T10:00:00.000Z',
    readTime: 5,
    featured: false,
    tags: [],
    imageUrl: null,
    leadPicture: null,
    externalUrl: null,
    version: 1,
    content: 'Enough.',
  });
});

test('a blog post may say when it was published, in any zone', async () => {
  const publishedAt = '2026-04-05T06:07:08+02:00';
  const made = await create('blogs', { ...blogDraft, publishedAt });
  assert.equal(made.publishedAt, '2026-04-05T04:07:08.000Z');
});

test('a blog post may be 200,000 characters long', async () => {
  const content = `${'ß"\n'.repeat(66_000)}end`;
  const made = await create('blogs', { ...blogDraft, content });
  assert.equal(made.content, content);
});

test('PUT clears the links, the excerpt and the author of a blog post', async () => {
  const made = await create('blogs', blogDraft);
  const body = { ...blogDraft, imageUrl: '', externalUrl: null, excerpt: '', author: null };
  const changed = await call('PUT', `/api/admin/blogs/${made.id}`, { body, token });
  assert.partialDeepStrictEqual(changed.body, {
    imageUrl: null,
    externalUrl: null,
    excerpt: '',
    author: '',
  });
});

test('a milestone takes its defaults: milestone, today', async () => {
  const made = await create('milestones', { title: 'Now', description: 'Here.' });
  assert.partialDeepStrictEqual(made, { type: 'milestone', date: '2026-11-15', version: 1 });
});

test('ids are unique slugs, and stay the same when the name changes', async () => {
  const name = 'Ærø & Łódź: l’été!';
  const ids = [];
  for (let made = 0; made < 3; made += 1)
    ids.push((await create('apps', { ...appDraft, name })).id);
  assert.deepEqual(ids, ['aero-lodz-lete', 'aero-lodz-lete-2', 'aero-lodz-lete-3']);
  const body = { ...appDraft, name: 'Something else' };
  const changed = await call('PUT', `/api/admin/apps/${ids[0]}`, { body, token });
  assert.equal(changed.body.id, 'aero-lodz-lete');
});

test('names in other scripts, without letters, and very long ones get ids too', async () => {
  const idOf = async (name: string) => (await create('pods', { ...podDraft, name })).id;
  assert.equal(await idOf('Ласточка 7'), 'ласточка-7');
  assert.equal((await call('GET', '/api/pods')).body[0].id, 'ласточка-7');
  assert.equal(await idOf('Йод и ёлка'), 'йод-и-ёлка');
  assert.equal(await idOf('がぎぐ'), 'がぎぐ');
  const hindi = await idOf('हिन्दी भाषा');
  assert.equal(hindi, 'हिन्दी-भाषा');
  const target = `/api/admin/pods/${encodeURIComponent(hindi)}`;
  assert.equal((await call('DELETE', target, { token })).status, 204);
  assert.equal(await idOf('!!!'), 'pod');
  assert.equal(await idOf('🐦'), 'pod-2');
  const long = await idOf('long '.repeat(40));
  assert.ok(long.length <= 80 && /[a-z]$/.test(long));
  const path = `/api/admin/pods/${encodeURIComponent('ласточка-7')}`;
  assert.equal((await call('DELETE', path, { token })).status, 204);
});

test('names created at the same moment get different ids', async () => {
  const made = await Promise.all(
    Array.from({ length: 12 }, () => create('pods', { ...podDraft, name: 'Twin' })),
  );
  assert.equal(new Set(made.map(({ id }) => id)).size, 12);
});

test('the entries of a list are trimmed, and empty and repeated ones are removed', async () => {
  const technologies = [' Rust ', 'Rust', '', '  ', 'SQL'];
  const made = await create('apps', { ...appDraft, technologies });
  assert.deepEqual(made.technologies, ['Rust', 'SQL']);
});

test('a preview renders an article and saves nothing', async () => {
  const before = (await list('blogs')).length;
  const { status, body } = await call('POST', '/api/admin/preview', {
    body: { content: '## Draft <script>' },
    token,
  });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    contentHtml:
      '<h2 id="part-draft-script" dir="auto" data-line="0">Draft &lt;script&gt;<a class="anchor" href="#part-draft-script" aria-label="Link to this part"></a></h2>\n',
  });
  assert.equal((await list('blogs')).length, before);
});
