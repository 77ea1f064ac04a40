import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userDraft } from '../../tests/drafts.ts';
import * as bad from '../../tests/fields.ts';
import { holdablePasswords, startApi, usualEngine } from '../../tests/harness.ts';

const { call, userWithToken, tokenOf } = await startApi();
const admin = await userWithToken('admin', 'first');
/** A site of its own for the tests of the last admin, because they delete all users. */
const emptied = await startApi();
const { token } = admin;

let made = 0;
const create = async (body: object = {}) => {
  made += 1;
  const draft = { ...userDraft, username: `user ${made}`, ...body };
  return call('POST', '/api/admin/users', { body: draft, token });
};
const change = (id: string, body: object, as = token, headers = {}) =>
  call('PATCH', `/api/admin/users/${id}`, { body, token: as, headers });
const remove = (id: string, as = token) => call('DELETE', `/api/admin/users/${id}`, { token: as });
const profile = (body: object, as: string) =>
  call('PATCH', '/api/admin/profile', { body, token: as });

const passwords = [7, {}, [], '12345', 'x'.repeat(201), 'lone \ud800'];

test('POST /api/admin/users answers the user, without the password', async () => {
  const { status, body } = await create({ username: '  Trimmed  ', role: 'admin' });
  assert.equal(status, 201);
  assert.deepEqual(Object.keys(body), [
    ...['id', 'username', 'role', 'version'],
    ...['email', 'hasSecondFactor'],
  ]);
  assert.equal(body.username, 'Trimmed');
  assert.equal(body.role, 'admin');
  const { body: users } = await call('GET', '/api/admin/users', { token });
  assert.deepEqual(users[0], body);
});

test('POST /api/admin/users sets a missing role to blog-admin', async () => {
  assert.equal((await create({ role: undefined })).body.role, 'blog-admin');
});

// The schema refuses these values without the database, so one engine is enough.
if (usualEngine === 'SQLite') {
  test('POST /api/admin/users refuses each bad field, and names it', async (t) => {
    const fields = {
      username: [...bad.required(bad.text(200)), 'two\nlines', 'a\tb'],
      password: [undefined, null, '', ...passwords],
      role: ['', null, 'Admin', ...bad.choice],
    };
    for (const { label, field, body } of bad.badBodies(userDraft, fields)) {
      await t.test(label, async () => {
        const answer = await call('POST', '/api/admin/users', { body, token });
        assert.equal(answer.status, 422);
        assert.deepEqual(Object.keys(answer.body.fields), [field]);
      });
    }
  });
}

test('a password of six characters is enough, and white space in it counts', async () => {
  const { body } = await create({ password: ' six  ' });
  assert.ok(await tokenOf(body.username, ' six  '));
});

test('a username is taken regardless of case', async () => {
  await create({ username: 'Ptarmigan' });
  for (const username of ['Ptarmigan', ' ptarmigan', 'PTARMIGAN', 'Ｐtarmigan']) {
    const { status, body } = await create({ username });
    assert.equal(status, 409);
    assert.deepEqual(body, { error: 'This username is taken.' });
  }
});

test('only one of several parallel requests with the same username creates a user', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => create({ username: 'at once' })),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409]);
});

test('PATCH /api/admin/users/:id changes name, role and password', async () => {
  const { body: user } = await create();
  const renamed = await change(user.id, { username: ' Renamed ', role: 'blog-admin' });
  assert.equal(renamed.status, 200);
  assert.deepEqual(renamed.body, { ...user, username: 'Renamed', version: 2 });
  assert.equal((await change(user.id, { role: 'admin' })).body.role, 'admin');
  await change(user.id, { password: 'brand new' });
  assert.ok(await tokenOf('renamed', 'brand new'));
  await change(user.id, { username: 'RENAMED', password: '' });
  assert.ok(await tokenOf('renamed', 'brand new'), 'an empty password changes nothing');
});

test('PATCH /api/admin/users/:id refuses bad fields, taken names, old versions', async () => {
  const { body: user } = await create();
  const fields = {
    username: [null, '', '  ', ...bad.text(200)],
    password: passwords,
    role: ['', null, ...bad.choice],
  };
  for (const { label, field, body } of bad.badBodies({}, fields)) {
    const answer = await change(user.id, body);
    assert.equal(answer.status, 422, label);
    assert.deepEqual(Object.keys(answer.body.fields), [field]);
  }
  assert.equal((await change(user.id, { username: 'FIRST' })).status, 409);
  const stale = { 'If-Match': '"7"' };
  assert.equal((await change(user.id, { username: 'late' }, token, stale)).status, 412);
  for (const id of ['nope', '%00']) {
    assert.equal((await change(id, { username: 'x' })).status, 404);
    assert.equal((await remove(id)).status, 404);
  }
  const { body: users } = await call('GET', '/api/admin/users', { token });
  assert.deepEqual(
    users.find(({ id }: { id: string }) => id === user.id),
    user,
  );
});

test('nobody changes their own role', async () => {
  const second = await userWithToken('admin');
  const refused = await change(second.id, { role: 'blog-admin' }, second.token);
  assert.equal(refused.status, 409);
  assert.equal(refused.body.error, 'You cannot change your own role.');
  assert.equal((await change(second.id, { role: 'admin' }, second.token)).status, 200);
});

test('the last admin can be neither deleted nor demoted', async () => {
  await emptied.db.deleteFrom('users').execute();
  const only = await emptied.userWithToken('admin', 'only');
  const callAsOnly = (method: string, path: string, body?: object) =>
    emptied.call(method, path, { token: only.token, ...(body && { body }) });
  const gone = await callAsOnly('DELETE', `/api/admin/users/${only.id}`);
  assert.equal(gone.status, 409);
  assert.match(gone.body.error, /last admin/);
  assert.equal(
    (await callAsOnly('PATCH', `/api/admin/users/${only.id}`, { role: 'blog-admin' })).status,
    409,
  );
  const second = await emptied.userWithToken('admin', 'second');
  assert.equal((await callAsOnly('DELETE', `/api/admin/users/${only.id}`)).status, 204);
  const left = await emptied.call('GET', '/api/admin/users', { token: second.token });
  assert.deepEqual(
    left.body.map(({ username }: { username: string }) => username),
    ['second'],
  );
});

test('if two admins demote or delete each other at the same time, one stays an admin', async () => {
  for (const by of ['demote', 'delete'] as const) {
    for (let round = 0; round < 2; round += 1) {
      await emptied.db.deleteFrom('users').execute();
      const [a, b] = [await emptied.userWithToken('admin'), await emptied.userWithToken('admin')];
      const hit = (who: typeof a, as: typeof b) =>
        by === 'delete'
          ? emptied.call('DELETE', `/api/admin/users/${who.id}`, { token: as.token })
          : emptied.call('PATCH', `/api/admin/users/${who.id}`, {
              body: { role: 'blog-admin' },
              token: as.token,
            });
      await Promise.all([hit(a, b), hit(b, a)]);
      const admins = await emptied.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .execute();
      assert.equal(admins.length, 1);
    }
  }
});
test('PATCH /api/admin/profile changes the username, and answers the user', async () => {
  const user = await userWithToken('blog-admin');
  const { status, body } = await profile({ username: 'new name' }, user.token);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    user: { id: user.id, username: 'new name', role: 'blog-admin', version: 2 },
  });
  assert.deepEqual((await call('GET', '/api/admin/profile', { token: user.token })).body, body);
  assert.equal((await profile({ username: 'First' }, user.token)).status, 409);
  for (const username of [null, '', '  ', ...bad.text(200)]) {
    assert.equal((await profile({ username }, user.token)).status, 422);
  }
});

test('PATCH /api/admin/profile changes the password by the specified rules', async () => {
  const user = await userWithToken('blog-admin');
  const refuse = async (body: object, field: string, text: string) => {
    const answer = await profile(body, user.token);
    assert.equal(answer.status, 422);
    assert.deepEqual(answer.body.fields, { [field]: text });
  };
  await refuse(
    { newPassword: 'long enough' },
    'currentPassword',
    'Current password is required to change password',
  );
  await refuse(
    { currentPassword: user.password, newPassword: '12345' },
    'newPassword',
    'New password must be at least 6 characters long',
  );
  await refuse(
    { currentPassword: 'wrong', newPassword: 'long enough' },
    'currentPassword',
    'Current password is incorrect',
  );
  assert.ok(await tokenOf(user.username, user.password));
  const both = { username: 'renamed too', currentPassword: user.password, newPassword: '123456' };
  assert.equal((await profile(both, user.token)).status, 200);
  assert.ok(await tokenOf('renamed too', '123456'));
});

test('guesses of the current password are limited like those of a sign-in', async () => {
  const limited = await startApi({ rateLimits: true });
  const attempt = async (body: object, as: { token: string }) =>
    (await limited.call('PATCH', '/api/admin/profile', { body, token: as.token })).status;
  const user = await limited.userWithToken('blog-admin');
  const right = { currentPassword: user.password, newPassword: 'long enough' };
  for (let guess = 0; guess < 5; guess += 1) {
    assert.equal(await attempt({ ...right, currentPassword: 'a guess' }, user), 422);
  }
  assert.equal(await attempt(right, user), 429);
  const other = await limited.userWithToken('blog-admin');
  for (let change = 0; change < 6; change += 1) {
    const same = { currentPassword: other.password, newPassword: other.password };
    assert.equal(await attempt(same, other), 200, 'right ones are not counted');
  }
});

test("a password that an admin sets is not overwritten by the user's own change under way", async () => {
  const { passwords, hold } = holdablePasswords();
  const siteWithHold = await startApi({ passwords });
  const boss = await siteWithHold.userWithToken('admin');
  const user = await siteWithHold.userWithToken('blog-admin');
  const { hasChecked, release } = hold();
  const changing = siteWithHold.call('PATCH', '/api/admin/profile', {
    body: { currentPassword: user.password, newPassword: 'by the thief' },
    token: user.token,
  });
  await hasChecked;
  const set = await siteWithHold.call('PATCH', `/api/admin/users/${user.id}`, {
    body: { password: 'by the admin' },
    token: boss.token,
  });
  assert.equal(set.status, 200);
  release();
  assert.notEqual((await changing).status, 200);
  assert.ok(await siteWithHold.tokenOf(user.username, 'by the admin'));
});

test('PATCH /api/admin/profile cannot change the role or another user', async () => {
  const user = await userWithToken('blog-admin');
  const body = { username: user.username, role: 'admin', id: admin.id, passwordHash: 'x' };
  const changed = await profile(body, user.token);
  assert.deepEqual(changed.body.user, {
    id: user.id,
    username: user.username,
    role: 'blog-admin',
    version: 2,
  });
});
