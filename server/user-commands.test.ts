import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactDraft } from '../tests/drafts.ts';
import { migratedDatabase, newDatabase, startApi } from '../tests/harness.ts';
import { openStore } from './store/open.ts';
import { enableSecondFactor, findSecondFactor } from './store/second-factor.ts';
import { runUserCommand } from './user-commands.ts';

const { call, db, location, store, tokenOf, userWithToken } = await startApi();

const never = () => Promise.reject(new Error('asked for a password'));
const user = (line: string, password?: string) =>
  runUserCommand(location, line.split(' '), password === undefined ? never : async () => password);
const me = (token: string) => call('GET', '/api/admin/profile', { token });

test('npm run user -- add makes a user who can sign in', async () => {
  assert.equal(await user('add sigrid admin', 'quiet owl'), 'sigrid can sign in now, as admin.');
  assert.ok(await tokenOf('sigrid', 'quiet owl'));
  assert.equal(await user('add bo', 'quiet owl'), 'bo can sign in now, as blog-admin.');
  assert.equal(await user('list'), 'bo\tblog-admin\nsigrid\tadmin');
});

test('npm run user -- add refuses what the API refuses', async () => {
  await assert.rejects(user('add SIGRID', 'quiet owl'), /This username is taken/);
  await assert.rejects(user('add eir', '12345'), /at least 6 characters/);
  await assert.rejects(user('add eir owner'), /Choose one of: admin, blog-admin/);
  assert.doesNotMatch(await user('list'), /eir/);
});

test('npm run user -- password sets the password, and ends the sessions of the user', async () => {
  const { username, token } = await userWithToken('admin', 'forgetful');
  assert.equal((await me(token)).status, 200);
  assert.match(await user('password Forgetful', 'a new one'), /^forgetful has a new password/);
  assert.equal((await me(token)).status, 401);
  assert.ok(await tokenOf(username, 'a new one'));
  await assert.rejects(user('password nobody', 'a new one'), /There is no such user/);
});

test('npm run user -- role changes the role, and ends the sessions of the user', async () => {
  const { token } = await userWithToken('blog-admin', 'promoted');
  assert.equal(await user('role promoted admin'), 'promoted is admin now.');
  assert.equal((await me(token)).status, 401);
  await assert.rejects(user('role promoted owner'), /Choose one of: admin, blog-admin/);
});

test('npm run user -- role takes away submissions that the new role may not open, and the history shows it', async () => {
  const { id, token } = await userWithToken('admin', 'owner');
  const { body: sent } = await call('POST', '/api/contact', { body: contactDraft });
  const body = { status: 'read', ownerId: id };
  const own = await call('PATCH', `/api/admin/contacts/${sent.id}/status`, { body, token });
  assert.equal(own.status, 200);
  await user('role owner blog-admin');
  const asAdmin = { token: await tokenOf('sigrid', 'quiet owl') };
  const history = await call('GET', `/api/admin/contacts/${sent.id}/history`, asAdmin);
  assert.deepEqual([history.body[0].what, history.body[0].by], ['owner', '(command line)']);
});

test('npm run user -- second-factor-off turns off the second factor of a user', async () => {
  const { id, username } = await userWithToken('admin', 'locked-out');
  await store.write((tx) => enableSecondFactor(tx, id, { secret: 'A'.repeat(32), lastStep: 0 }));
  await assert.rejects(user('second-factor-off nobody'), /There is no such user/);
  assert.equal((await findSecondFactor(db, id)).isOn, true);
  assert.match(await user(`second-factor-off ${username}`), /with the password alone now/);
  assert.equal((await findSecondFactor(db, id)).isOn, false);
});

test('the last admin keeps the role', async () => {
  const fresh = await migratedDatabase();
  const store = await openStore(fresh);
  await store.close();
  await runUserCommand(fresh, ['add', 'only', 'admin'], async () => 'quiet owl');
  await assert.rejects(runUserCommand(fresh, ['role', 'only', 'blog-admin']), /The last admin/);
});

test('npm run user shows its usage for an unknown command or a wrong number of words', async () => {
  for (const line of ['', 'delete bo', 'list all', 'add', 'role bo', 'password bo now']) {
    await assert.rejects(user(line), /npm run user -- add <username>/);
  }
});

test('npm run user creates no database', async () => {
  await assert.rejects(runUserCommand(await newDatabase(), ['list']), Error);
});
