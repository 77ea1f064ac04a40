import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { encodeBase32 } from '#contract/base32.ts';
import { day, minute, startApi } from '../../tests/harness.ts';
import { codeAt, stepAt } from '../totp.ts';

const site = await startApi({ rateLimits: true });
const { call, db, deps, advance, userWithToken } = site;
const factorPath = '/api/admin/profile/second-factor';
const step = 30_000;

/** Limits are counted for each IP address, so each user gets their own address. */
let addressCount = 0;
function newAddress(): string {
  addressCount += 1;
  return `198.51.100.${addressCount}`;
}

/** Creates a user whose second factor is on. `code()` returns the code that the app shows now. */
async function userWithFactor(role = 'blog-admin') {
  const user = await userWithToken(role);
  const bytes = randomBytes(20);
  const code = () => codeAt(bytes, stepAt(deps.clock()));
  const { password, token } = user;
  const body = { password, secret: encodeBase32(bytes), code: code() };
  const { status, body: answer } = await call('POST', `${factorPath}/on`, { token, body });
  assert.equal(status, 200, JSON.stringify(answer));
  // Moves the clock to the next code, because the code that switched the second factor on does not work again.
  advance(step);
  const recoveryCodes: string[] = answer.recoveryCodes;
  const address = newAddress();
  const login = (more: object = {}, from = address) =>
    call('POST', '/api/admin/login', {
      body: { username: user.username, password, ...more },
      address: from,
    });
  return { ...user, code, recoveryCodes, login };
}

test('with a second factor the right password asks for a code, and gives no token', async () => {
  const { login, code, id, username, role, version } = await userWithFactor();
  const asked = await login();
  assert.equal(asked.status, 401);
  assert.deepEqual(Object.keys(asked.body), ['error', 'fields']);
  assert.deepEqual(Object.keys(asked.body.fields), ['code']);
  const wrong = await login({ password: 'wrong guess', code: code() });
  assert.deepEqual([wrong.status, wrong.body], [401, { error: 'Invalid username or password' }]);
  const { status, body } = await login({ code: ` ${code().slice(0, 3)} ${code().slice(3)} ` });
  assert.equal(status, 200);
  assert.deepEqual(body.user, { id, username, role, version });
  assert.equal((await call('GET', '/api/admin/profile', { token: body.token })).status, 200);
});

test('a code works once, also in two parallel sign-ins', async () => {
  const { login, code } = await userWithFactor();
  const both = await Promise.all([login({ code: code() }), login({ code: code() }, newAddress())]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 401]);
  const again = await login({ code: code() });
  assert.equal(again.status, 401);
  assert.match(again.body.fields.code, /was used already/);
  advance(step);
  assert.equal((await login({ code: code() })).status, 200);
});

test('a code of the previous or next step of 30 seconds is accepted, and no other one', async () => {
  for (const [away, status] of [
    [-2 * step, 401],
    [-step, 200],
    [step, 200],
    [2 * step, 401],
  ] as const) {
    const { login, code } = await userWithFactor();
    advance(5 * step);
    const shown = code();
    advance(-away);
    assert.equal((await login({ code: shown })).status, status, `${away}`);
  }
});

test('wrong codes are limited like wrong passwords; a missing code does not count', async () => {
  const { login, code } = await userWithFactor();
  for (let number = 0; number < 8; number += 1) assert.equal((await login()).status, 401);
  for (let number = 0; number < 5; number += 1) {
    const { status, body } = await login({ code: '000000' });
    assert.equal(status, 401);
    assert.ok(body.fields.code);
  }
  const refused = await login({ code: code() });
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  advance(11 * minute);
  assert.equal((await login({ code: code() })).status, 200);
});

test('each of the ten recovery codes works once, in any spelling, and all can be replaced', async () => {
  const { login, recoveryCodes, password, code } = await userWithFactor();
  assert.equal(new Set(recoveryCodes).size, 10);
  const [first = '', second = '', third = ''] = recoveryCodes;
  assert.match(first, /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  const stored = await db.selectFrom('recovery_codes').selectAll().execute();
  assert.ok(!JSON.stringify(stored).includes(first.replaceAll('-', '').toUpperCase()));
  const { status, body } = await login({ code: first });
  assert.equal(status, 200);
  assert.equal((await login({ code: first })).status, 401);
  assert.equal(
    (await login({ code: ` ${second.toUpperCase().replaceAll('-', ' ')}` })).status,
    200,
  );
  const { token } = body;
  assert.deepEqual((await call('GET', factorPath, { token })).body, {
    isOn: true,
    hasApp: true,
    recoveryCodesLeft: 8,
  });
  const wrong = await call('POST', `${factorPath}/codes`, {
    token,
    body: { password: 'wrong guess' },
  });
  assert.deepEqual([wrong.status, Object.keys(wrong.body.fields)], [422, ['password']]);
  const renewed = await call('POST', `${factorPath}/codes`, { token, body: { password } });
  assert.equal(renewed.body.recoveryCodes.length, 10);
  assert.equal((await login({ code: third })).status, 401);
  assert.equal((await login({ code: renewed.body.recoveryCodes[0] })).status, 200);
  assert.equal((await login({ code: code() })).status, 200);
});

test('recovery codes work for their user only, and no saved answer contains them', async () => {
  const one = await userWithFactor();
  const other = await userWithFactor();
  assert.equal((await one.login({ code: other.recoveryCodes[0] })).status, 401);
  const answers = await db.selectFrom('idempotency_keys').select('answer').execute();
  assert.ok(!JSON.stringify(answers).includes(one.recoveryCodes[0] ?? ''));
});

test('switching the factor on needs the password and a right code, and ends the other sessions', async () => {
  const { token, username, password } = await userWithToken('blog-admin');
  const elsewhere = await site.tokenOf(username, password);
  const bytes = randomBytes(20);
  const secret = encodeBase32(bytes);
  const code = codeAt(bytes, stepAt(deps.clock()));
  for (const [body, field] of [
    [{ password: 'wrong guess', secret, code }, 'password'],
    [{ password, secret, code: '000000' }, 'code'],
    [{ password, secret: 'short', code }, 'secret'],
    [{ password, secret: secret.toLowerCase(), code }, 'secret'],
    [{ secret, code }, 'password'],
  ] as const) {
    const { status, body: answer } = await call('POST', `${factorPath}/on`, { token, body });
    assert.deepEqual([status, Object.keys(answer.fields)], [422, [field]]);
  }
  assert.equal((await call('GET', factorPath, { token })).body.isOn, false);
  assert.equal(
    (await call('POST', `${factorPath}/codes`, { token, body: { password } })).status,
    409,
  );
  const on = await call('POST', `${factorPath}/on`, { token, body: { password, secret, code } });
  assert.equal(on.status, 200);
  assert.equal((await call('GET', factorPath, { token: elsewhere })).status, 401);
  assert.equal((await call('GET', factorPath, { token })).body.isOn, true);
});

test('switching the factor off needs the password', async () => {
  const { token, password, login } = await userWithFactor();
  const wrong = await call('POST', `${factorPath}/off`, {
    token,
    body: { password: 'wrong guess' },
  });
  assert.equal(wrong.status, 422);
  const { status, body } = await call('POST', `${factorPath}/off`, { token, body: { password } });
  assert.deepEqual([status, body], [200, { isOn: false, hasApp: false, recoveryCodesLeft: 0 }]);
  assert.equal((await login()).status, 200);
});

test('an admin can switch off the lost factor of another user, which is recorded, but not their own', async () => {
  const admin = await userWithFactor('admin');
  const lost = await userWithFactor();
  const { token } = admin;
  const listed = await call('GET', '/api/admin/users', { token });
  const hasFactor = ({ id }: { id: string }) =>
    listed.body.find((each: { id: string }) => each.id === id).hasSecondFactor;
  assert.deepEqual([admin, lost].map(hasFactor), [true, true]);
  const off = (id: string) => call('POST', `/api/admin/users/${id}/second-factor/off`, { token });
  assert.equal((await off(lost.id)).status, 204);
  assert.equal((await lost.login()).status, 200);
  const { body } = await call('GET', '/api/admin/activity', { token });
  assert.deepEqual(
    [body[0].by, body[0].what, body[0].kind, body[0].name],
    [admin.username, 'second factor off', 'user', lost.username],
  );
  assert.equal((await off(lost.id)).status, 204);
  assert.equal((await call('GET', '/api/admin/activity', { token })).body[0].id, body[0].id);
  assert.equal((await off(admin.id)).status, 409);
  assert.equal((await off('nobody-has-this')).status, 404);
});

test('after a restore only recovery codes work, until the app is set up again', async () => {
  const { login, code, id, recoveryCodes, password } = await userWithFactor();
  // Deletes the secret of the app. After a restore it is missing too, because backups leave out `totp_secrets`.
  await db.deleteFrom('totp_secrets').where('user_id', '=', id).execute();
  assert.equal((await login()).status, 401);
  assert.equal((await login({ code: code() })).status, 401);
  const { token } = (await login({ code: recoveryCodes[0] })).body;
  assert.deepEqual((await call('GET', factorPath, { token })).body, {
    isOn: true,
    hasApp: false,
    recoveryCodesLeft: 9,
  });
  const bytes = randomBytes(20);
  const again = {
    password,
    secret: encodeBase32(bytes),
    code: codeAt(bytes, stepAt(deps.clock())),
  };
  assert.equal((await call('POST', `${factorPath}/on`, { token, body: again })).status, 200);
  advance(step);
  const shown = codeAt(bytes, stepAt(deps.clock()));
  assert.equal((await login({ code: shown })).status, 200);
});

test('guesses of the password in the settings are limited', async () => {
  const { token, password } = await userWithFactor();
  const off = (guess: string) =>
    call('POST', `${factorPath}/off`, { token, body: { password: guess } });
  for (let number = 0; number < 5; number += 1) assert.equal((await off('wrong')).status, 422);
  assert.equal((await off(password)).status, 429);
  advance(day / 24);
  assert.equal((await off(password)).status, 200);
});

test('deleting a user deletes the factor', async () => {
  const { token } = await userWithToken('admin');
  const { id } = await userWithFactor();
  assert.equal((await call('DELETE', `/api/admin/users/${id}`, { token })).status, 204);
  for (const table of ['totp_secrets', 'recovery_codes'] as const) {
    const left = await db.selectFrom(table).select('user_id').where('user_id', '=', id).execute();
    assert.deepEqual(left, []);
  }
});
