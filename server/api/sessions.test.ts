import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, holdablePasswords, hour, minute, startApi } from '../../tests/harness.ts';

const site = await startApi();
const { passwords, hold } = holdablePasswords();
const siteWithHold = await startApi({ passwords });
const { call, userWithToken, tokenOf } = site;

const works = async (token: string) =>
  (await call('GET', '/api/admin/blogs', { token })).status === 200;
const signIn = (body: unknown, address?: string) =>
  call('POST', '/api/admin/login', { body, ...(address && { address }) });

test('POST /api/admin/login answers a token and the user, and nothing secret', async () => {
  const { id, username, password, version } = await userWithToken('admin');
  const { status, body } = await signIn({ username, password });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['token', 'user']);
  assert.match(body.token, /^[\w-]{43}$/);
  assert.deepEqual(body.user, { id, username, role: 'admin', version });
  assert.ok(await works(body.token));
});

test('POST /api/admin/login answers with Cache-Control: no-store', async () => {
  const user = await userWithToken('admin');
  const { headers } = await call('POST', '/api/admin/login', {
    body: { username: user.username, password: user.password },
  });
  assert.equal(headers.get('cache-control'), 'no-store');
});

test('POST /api/admin/login ignores the case of the username, and spaces around it', async () => {
  const { password } = await userWithToken('admin', 'Sigrid');
  assert.equal((await signIn({ username: ' SIGRID ', password })).status, 200);
  assert.equal((await signIn({ username: 'sigrid', password: ` ${password}` })).status, 401);
});

test('POST /api/admin/login gives the same answer for an unknown user and a wrong password', async () => {
  const { username } = await userWithToken('admin');
  const wrong = await signIn({ username, password: 'not this' });
  const unknown = await signIn({ username: 'nobody here', password: 'not this' });
  for (const { status, body } of [wrong, unknown]) {
    assert.equal(status, 401);
    assert.deepEqual(body, { error: 'Invalid username or password' });
  }
});

test('POST /api/admin/login needs both fields', async () => {
  for (const [body, fields] of [
    [{}, ['username', 'password']],
    [{ username: 'x' }, ['password']],
    [{ password: 'x' }, ['username']],
    [{ username: '', password: '' }, ['username', 'password']],
    [{ username: 7, password: ['x'] }, ['username', 'password']],
    [{ username: 'x'.repeat(5001), password: null }, ['username', 'password']],
  ] as const) {
    const answer = await signIn(body);
    assert.equal(answer.status, 422);
    assert.deepEqual(Object.keys(answer.body.fields), fields);
  }
});

test('POST /api/admin/login answers 401 to odd texts', async () => {
  for (const odd of ['\0', 'a\0b', '\ud800', "' or 1=1 --", '{"$gt":""}', '🐦'.repeat(100)]) {
    assert.equal((await signIn({ username: odd, password: odd })).status, 401);
  }
});

test('a token ends by POST /api/admin/logout, and only that token', async () => {
  const { username, password, token } = await userWithToken('blog-admin');
  const other = await tokenOf(username, password);
  const { status, body } = await call('POST', '/api/admin/logout', { token });
  assert.equal(status, 204);
  assert.equal(body, '');
  assert.ok(!(await works(token)));
  assert.ok(await works(other));
  assert.equal((await call('POST', '/api/admin/logout', { token })).status, 401);
});

test('a token that is not used expires after 12 hours', async () => {
  const { token } = await userWithToken('admin');
  for (let used = 0; used < 4; used += 1) {
    site.advance(12 * hour - minute);
    assert.ok(await works(token));
  }
  site.advance(12 * hour + minute);
  assert.ok(!(await works(token)));
});

test('a token expires after 7 days, even if it is used', async () => {
  const { token } = await userWithToken('admin');
  for (let used = 0; used < 27; used += 1) {
    site.advance(6 * hour);
    assert.ok(await works(token));
  }
  site.advance(7 * day - 27 * 6 * hour);
  assert.ok(!(await works(token)));
});

test('a changed password ends the user’s other sessions', async () => {
  const { username, password, token } = await userWithToken('blog-admin');
  const other = await tokenOf(username, password);
  const changed = await call('PATCH', '/api/admin/profile', {
    body: { currentPassword: password, newPassword: 'a new one' },
    token,
  });
  assert.equal(changed.status, 200);
  assert.ok(await works(token));
  assert.ok(!(await works(other)));
  assert.equal((await signIn({ username, password })).status, 401);
  assert.ok(await works(await tokenOf(username, 'a new one')));
});

test('a password set by an admin ends all sessions of that user', async () => {
  const admin = await userWithToken('admin');
  const user = await userWithToken('blog-admin');
  await call('PATCH', `/api/admin/users/${user.id}`, {
    body: { password: 'set by an admin' },
    token: admin.token,
  });
  assert.ok(!(await works(user.token)));
  assert.ok(await works(admin.token));
});

test('a changed role ends all sessions of that user', async () => {
  const admin = await userWithToken('admin');
  const user = await userWithToken('blog-admin');
  const change = (role: string) =>
    call('PATCH', `/api/admin/users/${user.id}`, { body: { role }, token: admin.token });
  await change('blog-admin');
  assert.ok(await works(user.token), 'the same role changes nothing');
  await change('admin');
  assert.ok(!(await works(user.token)));
});

test('a deleted user’s sessions end, also if the username is created again', async () => {
  const admin = await userWithToken('admin');
  const user = await userWithToken('blog-admin');
  const { status } = await call('DELETE', `/api/admin/users/${user.id}`, { token: admin.token });
  assert.equal(status, 204);
  assert.ok(!(await works(user.token)));
  const again = await call('POST', '/api/admin/users', {
    body: { username: user.username, password: user.password, role: 'blog-admin' },
    token: admin.token,
  });
  assert.equal(again.status, 201);
  assert.notEqual(again.body.id, user.id);
  assert.ok(!(await works(user.token)));
  assert.ok(await works(await tokenOf(user.username, user.password)));
});

for (const [change, method, body] of [
  ['the password changed', 'PATCH', { password: 'the new one' }],
  ['the user was deleted', 'DELETE', undefined],
] as const) {
  test(`a sign-in that was under way when ${change} is refused`, async () => {
    const admin = await siteWithHold.userWithToken('admin');
    const { id, username, password } = await siteWithHold.userWithToken('blog-admin');
    const { hasChecked, release } = hold();
    const logins = Array.from({ length: 3 }, () =>
      siteWithHold.call('POST', '/api/admin/login', { body: { username, password } }),
    );
    await hasChecked;
    const changed = await siteWithHold.call(method, `/api/admin/users/${id}`, {
      token: admin.token,
      ...(body && { body }),
    });
    assert.ok(changed.status < 300, String(changed.status));
    release();
    for (const { status } of await Promise.all(logins)) assert.equal(status, 401);
    const sessions = siteWithHold.db
      .selectFrom('sessions')
      .select('user_id')
      .where('user_id', '=', id);
    assert.deepEqual(await sessions.execute(), [], 'no session of the old password is left');
  });
}

test('the tables sessions and users contain no token and no password', async () => {
  const { token, password } = await userWithToken('admin');
  const sessions = await site.db.selectFrom('sessions').selectAll().execute();
  const users = await site.db.selectFrom('users').selectAll().execute();
  const everything = JSON.stringify([sessions, users]);
  assert.ok(!everything.includes(token) && !everything.includes(password));
});
