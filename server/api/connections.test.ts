import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostConnections } from '#contract/lineage.ts';
import { appDraft, blogDraft, ideaDraft, podDraft } from '../../tests/drafts.ts';
import { minute, startApi } from '../../tests/harness.ts';

const api = await startApi();
const { token } = await api.userWithToken('admin');
const call = (method: string, path: string, body?: object) =>
  api.call(method, path, { token, ...(body && { body }) });

async function make(path: string, body: object): Promise<string> {
  api.advance(minute);
  const answer = await call('POST', path, body);
  assert.equal(answer.status, 201);
  return answer.body.id;
}
const newIdea = (title = 'Kites') => make('/api/ideas', { ...ideaDraft, title });
const newPod = (name = 'Terns') => make('/api/admin/pods', { ...podDraft, name });
const newApp = (more: object = {}) => make('/api/admin/apps', { ...appDraft, ...more });
const newPost = (title = 'On kites') => make('/api/admin/blogs', { ...blogDraft, title });

const change = (act: 'add' | 'remove', kind: string, id: string, other: object) =>
  call('POST', `/api/admin/connections/${kind}/${id}/${act}`, other);
const connections = async (kind: string, id: string) =>
  (await call('GET', `/api/admin/connections/${kind}/${id}`)).body;
const lineage = async (kind: string, id: string) =>
  (await api.call('GET', `/api/lineage/${kind}/${id}`)).body;
const ids = (list: { id: string }[]) => list.map(({ id }) => id);

test('an idea, its pod, its project and its post have the same lineage', async () => {
  const [idea, pod] = [await newIdea(), await newPod()];
  const app = await newApp({ podId: pod });
  const post = await newPost();
  assert.equal((await change('add', 'ideas', idea, { kind: 'pods', id: pod })).status, 201);
  // Connects the app with the idea twice. The second request changes nothing.
  for (const _ of [1, 2]) {
    const { body } = await change('add', 'apps', app, { kind: 'ideas', id: idea });
    assert.deepEqual(body, [{ kind: 'ideas', id: idea, name: 'Kites' }]);
  }
  await change('add', 'blogs', post, { kind: 'apps', id: app });
  assert.deepEqual(await connections('ideas', idea), [
    { kind: 'pods', id: pod, name: 'Terns' },
    { kind: 'apps', id: app, name: appDraft.name },
  ]);
  const expected = { ideas: [idea], pods: [pod], apps: [app] };
  for (const [kind, id] of [
    ['ideas', idea],
    ['pods', pod],
    ['apps', app],
    ['blogs', post],
  ] as const) {
    const { ideas, pods, apps, posts } = await lineage(kind, id);
    assert.deepEqual({ ideas: ids(ideas), pods: ids(pods), apps: ids(apps) }, expected, kind);
    assert.deepEqual(ids(posts), kind === 'blogs' ? [] : [post], kind);
  }
  const { body } = await call('GET', `/api/admin/ideas/${idea}/history`);
  assert.deepEqual(
    body.map(({ what, to }: { what: string; to: string }) => [what, to]),
    [
      ['connected', appDraft.name],
      ['connected', 'Terns'],
    ],
  );
});

test('the lineage of a project without an idea has its pod', async () => {
  const pod = await newPod();
  const { ideas, pods } = await lineage('apps', await newApp({ podId: pod }));
  assert.deepEqual([ids(ideas), ids(pods)], [[], [pod]]);
});

test('a new project is connected with its `ideaId`, and an unknown idea is refused', async () => {
  const idea = await newIdea('A project to be');
  const [older, app, newer] = [await newApp(), await newApp({ ideaId: idea }), await newApp()];
  const found = await lineage('apps', app);
  assert.deepEqual(ids(found.ideas), [idea]);
  assert.deepEqual([found.older.id, found.newer.id], [older, newer]);
  const { status, body } = await call('POST', '/api/admin/apps', {
    ...appDraft,
    name: 'From nothing',
    ideaId: 'nothing',
  });
  assert.equal(status, 422);
  assert.deepEqual(body.fields, { ideaId: 'It is not there any more. Choose another one.' });
  const { body: apps } = await api.call('GET', '/api/apps');
  assert.ok(!apps.some(({ name }: { name: string }) => name === 'From nothing'));
});

test('an idea that is held back or deleted is in no lineage until it comes back', async () => {
  const [idea, pod] = [await newIdea('Comes and goes'), await newPod()];
  await change('add', 'pods', pod, { kind: 'ideas', id: idea });
  const publicIdeas = async () => ids((await lineage('pods', pod)).ideas);
  await call('POST', `/api/admin/ideas/${idea}/hold`);
  assert.deepEqual(await publicIdeas(), []);
  assert.deepEqual(await connections('pods', pod), []);
  assert.equal((await api.call('GET', `/api/lineage/ideas/${idea}`)).status, 404);
  await call('POST', `/api/admin/quarantine/${idea}/release`);
  assert.deepEqual(await publicIdeas(), [idea]);
  await call('DELETE', `/api/admin/ideas/${idea}`);
  assert.deepEqual(await publicIdeas(), []);
  await call('POST', `/api/admin/trash/${idea}/restore`);
  assert.deepEqual(await publicIdeas(), [idea]);
  await call('DELETE', `/api/admin/ideas/${idea}`);
  await call('DELETE', `/api/admin/trash/${idea}`);
  const remaining = await api.db.selectFrom('connections').selectAll().execute();
  assert.ok(!JSON.stringify(remaining).includes(idea));
});

test('deleting a pod, app or post deletes its connections', async () => {
  const idea = await newIdea('Left alone');
  const made = { pods: await newPod(), apps: await newApp(), blogs: await newPost() };
  for (const [kind, id] of Object.entries(made)) {
    await change('add', 'ideas', idea, { kind, id });
    await call('DELETE', `/api/admin/${kind}/${id}`);
  }
  const remaining = await api.db.selectFrom('connections').select('to_id').execute();
  const gone = Object.values(made);
  assert.ok(!remaining.some(({ to_id }) => gone.includes(to_id)));
  assert.deepEqual(await connections('ideas', idea), []);
});

test('a connection can be removed from either end, and an impossible one is refused', async () => {
  const [idea, pod, app] = [await newIdea('Wrong'), await newPod(), await newApp()];
  await change('add', 'ideas', idea, { kind: 'pods', id: pod });
  const { body } = await change('remove', 'pods', pod, { kind: 'ideas', id: idea });
  assert.deepEqual(body, []);
  assert.deepEqual(await connections('ideas', idea), []);
  for (const [kind, id, other] of [
    ['pods', pod, { kind: 'apps', id: app }],
    ['ideas', idea, { kind: 'ideas', id: idea }],
    ['ideas', idea, { kind: 'pods', id: 'nothing' }],
  ] as const) {
    assert.equal((await change('add', kind, id, other)).status, 422);
  }
  assert.equal((await change('add', 'pods', 'nothing', { kind: 'ideas', id: idea })).status, 404);
  assert.equal((await api.call('GET', '/api/lineage/apps/nothing')).status, 404);
});

test('the number of connections of a pod is limited', async () => {
  const pod = await newPod();
  for (let number = 0; number < mostConnections; number += 1) {
    const { status } = await change('add', 'pods', pod, { kind: 'ideas', id: await newIdea() });
    assert.equal(status, 201);
  }
  const { status } = await change('add', 'pods', pod, { kind: 'ideas', id: await newIdea() });
  assert.equal(status, 422);
  const [there] = await connections('pods', pod);
  const repeated = await change('add', 'pods', pod, { kind: 'ideas', id: there.id });
  assert.equal(repeated.status, 201, 'one that is there already');
});

test('a search of two letters finds partners for a connection, those with a match in the name first', async () => {
  const idea = await newIdea('Zebra crossings');
  const inText = await make('/api/ideas', {
    ...ideaDraft,
    title: 'Stripes',
    problemStatement: 'A ZEBRA is not seen.',
  });
  const pod = await newPod('Zebra finch');
  const find = async (kind: string, q: string) =>
    (await call('GET', `/api/admin/connections/${kind}?q=${encodeURIComponent(q)}`)).body;
  assert.deepEqual(ids(await find('apps', 'ze')), [idea, inText]);
  assert.deepEqual(await find('ideas', ' ZEBRA'), [{ kind: 'pods', id: pod, name: 'Zebra finch' }]);
  assert.deepEqual(await find('apps', 'z'), []);
  assert.deepEqual(await find('apps', ''), []);
});

test('the lineage of a pod with many projects has the newest 24', async () => {
  const pod = await newPod('Starlings');
  const apps: string[] = [];
  for (let at = 0; at < 26; at += 1) apps.push(await newApp({ podId: pod }));
  assert.deepEqual(ids((await lineage('pods', pod)).apps), apps.slice(-24).toReversed());
});
