import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  appDraft,
  blogDraft,
  contactDraft,
  milestoneDraft,
  podDraft,
  userDraft,
} from '../../tests/drafts.ts';
import { startApi } from '../../tests/harness.ts';

const { call, db, userWithToken, tokenOf, deps } = await startApi();
const { token } = await userWithToken('admin', 'first');

const write = (method: string, path: string, body?: object, headers = {}, as = token) =>
  call(method, path, { body, token: as, headers });
const keyed = (key: string) => ({ 'Idempotency-Key': key });
const idsOf = async (table: 'pods' | 'apps' | 'blogs' | 'milestones') =>
  (await db.selectFrom(table).select('id').execute()).map(({ id }) => id).toSorted();

for (const [table, draft] of [
  ['pods', { ...podDraft, name: 'Same name' }],
  ['apps', { ...appDraft, name: 'Same name' }],
  ['blogs', { ...blogDraft, title: 'Same name' }],
] as const) {
  test(`POST /api/admin/${table} five times at once with one name gives five different slugs`, async () => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => write('POST', `/api/admin/${table}`, draft)),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 201, 201, 201, 201],
      );
      assert.equal((await idsOf(table)).length, 5 * (round + 1));
    }
    await db.deleteFrom(table).execute();
  });
}

test('no app keeps a pod that is deleted while the app is saved', async () => {
  for (let round = 0; round < 10; round += 1) {
    const pod = (await write('POST', '/api/admin/pods', podDraft)).body.id;
    const apps = await Promise.all(
      [1, 2, 3].map(async () => (await write('POST', '/api/admin/apps', appDraft)).body.id),
    );
    const answers = await Promise.all([
      ...apps.map((id) => write('PUT', `/api/admin/apps/${id}`, { ...appDraft, podId: pod })),
      write('DELETE', `/api/admin/pods/${pod}`),
    ]);
    assert.equal(answers.at(-1)?.status, 204);
    // An app that is saved after the deletion is refused with 422, because the pod does not exist.
    for (const { status } of answers.slice(0, -1)) assert.ok([200, 422].includes(status));
    const left = await db.selectFrom('apps').select('id').where('pod_id', 'is not', null).execute();
    assert.deepEqual(left, []);
  }
  await db.deleteFrom('apps').execute();
});

test('a POST with a repeated Idempotency-Key creates one row, also five times at once', async () => {
  const send = () => write('POST', '/api/admin/blogs', blogDraft, keyed('create'));
  const answers = await Promise.all([send(), send(), send(), send(), send()]);
  assert.equal(answers[0].status, 201);
  for (const answer of [...answers, await send()]) {
    assert.equal(answer.status, 201);
    assert.deepEqual(answer.body, answers[0].body);
  }
  assert.deepEqual(await idsOf('blogs'), [answers[0].body.id]);
  await db.deleteFrom('blogs').execute();
});

test('a change with a repeated key gets the first answer again, not 412', async () => {
  const { body: pod } = await write('POST', '/api/admin/pods', podDraft);
  const send = () =>
    write(
      'PUT',
      `/api/admin/pods/${pod.id}`,
      { ...podDraft, name: 'Changed' },
      { ...keyed('change'), 'If-Match': '"1"' },
    );
  const first = await send();
  assert.equal(first.status, 200);
  assert.equal(first.body.version, 2);
  const again = await send();
  assert.equal(again.status, 200);
  assert.deepEqual(again.body, first.body);
});

test('a review and a deletion with a repeated key get the first answer again', async () => {
  const { body: sent } = await call('POST', '/api/contact', { body: contactDraft });
  const path = `/api/admin/contacts/${sent.id}`;
  const headers = { ...keyed('review'), 'If-Match': '"1"' };
  for (const _ of [1, 2]) {
    const { status, body } = await write('PATCH', `${path}/status`, { status: 'replied' }, headers);
    assert.equal(status, 200);
    assert.equal(body.version, 2);
  }
  for (const _ of [1, 2]) {
    assert.equal((await write('DELETE', path, undefined, keyed('delete'))).status, 204);
  }
  assert.equal((await write('DELETE', path)).status, 404, 'without the key it is gone');
});

test('a password change that repeats its key succeeds, although its current password is no longer right', async () => {
  const user = await userWithToken('blog-admin');
  const body = { currentPassword: user.password, newPassword: 'another one' };
  for (const _ of [1, 2]) {
    const answer = await write('PATCH', '/api/admin/profile', body, keyed('profile'), user.token);
    assert.equal(answer.status, 200);
    assert.equal(answer.body.user.version, 2);
  }
});

test('a key belongs to one member of staff, one path and one body', async () => {
  const other = await userWithToken('admin');
  const send = (body: object, as: string, path = '/api/admin/milestones') =>
    write('POST', path, body, keyed('shared'), as);
  const mine = await send(milestoneDraft, token);
  const theirs = await send(milestoneDraft, other.token);
  assert.notEqual(mine.body.id, theirs.body.id);
  assert.equal((await send({ ...milestoneDraft, title: 'Other' }, token)).status, 409);
  assert.equal((await send(podDraft, token, '/api/admin/pods')).status, 409);
  assert.equal((await idsOf('milestones')).length, 2);
});

test('a key stays valid after a new sign-in', async () => {
  const user = await userWithToken('admin');
  const first = await write('POST', '/api/admin/pods', podDraft, keyed('later'), user.token);
  const newToken = await tokenOf(user.username, user.password);
  const again = await write('POST', '/api/admin/pods', podDraft, keyed('later'), newToken);
  assert.equal(again.status, 201);
  assert.deepEqual(again.body, first.body);
});

test('a refused write leaves its key free', async () => {
  assert.equal((await write('POST', '/api/admin/users', userDraft, keyed('first'))).status, 201);
  const { body } = await call('GET', '/api/admin/users', { token });
  const taken = body.find(({ username }: { username: string }) => username === userDraft.username);
  const retry = () => write('POST', '/api/admin/users', userDraft, keyed('refused'));
  assert.equal((await retry()).status, 409);
  assert.equal((await write('DELETE', `/api/admin/users/${taken.id}`)).status, 204);
  assert.equal((await retry()).status, 201);
});

test('no stored hash lets a password be guessed quickly', async () => {
  const colleague = await userWithToken('admin');
  const sent = { ...userDraft, username: 'guessed', password: 'weak password' };
  for (const as of [token, colleague.token]) {
    const { status, body } = await write('POST', '/api/admin/users', sent, keyed('secret'), as);
    assert.equal(status, 201);
    await write('DELETE', `/api/admin/users/${body.id}`);
  }
  // The hash is keyed with the token, which is not stored, so the same body has another hash in each session.
  const rows = await db.selectFrom('idempotency_keys').selectAll().execute();
  const hashes = rows
    .filter(({ answer }) => answer.includes('guessed'))
    .map((row) => row.body_hash);
  assert.equal(new Set(hashes).size, 2);
});

/** Returns a request body that ends only when `end` is called. `started` resolves once its first bytes were read. */
function slowBody(value: object) {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const raw = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.slice(0, 5)),
    async pull(controller) {
      started.resolve();
      await promise;
      controller.enqueue(bytes.slice(5));
      controller.close();
    },
  });
  return { raw, end, started: started.promise };
}

type Victim = Awaited<ReturnType<typeof userWithToken>>;
for (const [how, shutOut] of [
  ['signing out', ({ token }: Victim) => write('POST', '/api/admin/logout', undefined, {}, token)],
  ['a deletion', ({ id }: Victim) => write('DELETE', `/api/admin/users/${id}`)],
  [
    'a demotion',
    ({ id }: Victim) => write('PATCH', `/api/admin/users/${id}`, { role: 'blog-admin' }),
  ],
  [
    'a new password',
    ({ id }: Victim) => write('PATCH', `/api/admin/users/${id}`, { password: 'set by admin' }),
  ],
] as const) {
  test(`a write whose body arrives after ${how} is refused`, async () => {
    const victim = await userWithToken('admin');
    const before = await idsOf('pods');
    const body = slowBody({ ...podDraft, name: how });
    const answer = call('POST', '/api/admin/pods', { raw: body.raw, token: victim.token });
    await body.started;
    assert.ok((await shutOut(victim)).status < 300);
    body.end();
    assert.equal((await answer).status, 401);
    assert.deepEqual(await idsOf('pods'), before);
  });
}

test('a preview whose body arrives after signing out is refused', async () => {
  const { token: own } = await userWithToken('blog-admin');
  const body = slowBody({ content: 'text' });
  const answer = call('POST', '/api/admin/preview', { raw: body.raw, token: own });
  await body.started;
  await write('POST', '/api/admin/logout', undefined, {}, own);
  body.end();
  assert.equal((await answer).status, 401);
});

test('an admin who is deleted while the password of a new user is hashed creates nobody', async () => {
  const victim = await userWithToken('admin');
  const hashing = Promise.withResolvers<void>();
  const { hash } = deps.passwords;
  deps.passwords.hash = async (password) => {
    await write('DELETE', `/api/admin/users/${victim.id}`);
    hashing.resolve();
    return hash(password);
  };
  const answer = await write(
    'POST',
    '/api/admin/users',
    { ...userDraft, username: 'late' },
    {},
    victim.token,
  );
  deps.passwords.hash = hash;
  await hashing.promise;
  assert.equal(answer.status, 401);
  const made = await db.selectFrom('users').where('username', '=', 'late').select('id').execute();
  assert.deepEqual(made, []);
});
