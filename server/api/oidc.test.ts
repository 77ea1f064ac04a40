import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pino from 'pino';
import { signedOutPages } from '#contract/entrance.ts';
import { startApi } from '../../tests/harness.ts';
import { client, startProvider } from '../../tests/oidc.ts';
import { createOidc } from '../oidc.ts';

const origin = 'https://lab.example';
const provider = await startProvider(`${origin}${signedOutPages.callback}`);
after(() => provider.stop());
const { accounts } = provider;
const settings = {
  issuer: provider.issuer,
  clientId: client.id,
  clientSecret: client.secret,
  name: 'the lab account',
};

const lines: string[] = [];
const logger = pino({}, { write: (line) => lines.push(line) });
const site = await startApi({ oidc: createOidc(settings, origin, logger) });
const { call, db, deps, advance, userWithToken } = site;
// The test provider uses the real time for the ID tokens, which expire, so the API must use it too.
site.setTime(new Date().toISOString());

const start = async () => (await call('POST', '/api/admin/oidc/start')).body;
const finish = (ticket: string, { search }: URL | { search: string }) =>
  call('POST', '/api/admin/oidc/finish', { body: { ticket, query: search } });

/** Signs in with the account of this name at the provider. */
async function signIn(account: string) {
  const { url, ticket } = await start();
  return finish(ticket, await provider.signIn(url, account));
}

let number = 0;
/** Creates a user with an e-mail address, and an account at the provider with the same address. */
async function userWithAccount(account: object = {}) {
  number += 1;
  const email = `robin-${number}@example.org`;
  const name = `robin-${number}`;
  accounts.set(name, { email, email_verified: true, ...account });
  const user = await userWithToken('blog-admin');
  await db
    .updateTable('users')
    .set({ sign_in_email: email, email_key: email })
    .where('id', '=', user.id)
    .execute();
  return { ...user, name, email };
}

const sessions = async () =>
  (await db.selectFrom('sessions').select('token_hash').execute()).length;

/** Asserts that the request is answered with 401, and that it has created no session. */
async function assertRefused(answering: Promise<{ status: number; body: object }>, text: RegExp) {
  const before = await sessions();
  const { status, body } = await answering;
  assert.equal(status, 401);
  assert.deepEqual(Object.keys(body), ['error']);
  assert.match(JSON.stringify(body), text);
  assert.equal(await sessions(), before);
}

test('a verified address signs in its user, regardless of its case', async () => {
  const { name, email, id, username, role, version } = await userWithAccount();
  accounts.set(name, { email: email.toUpperCase(), email_verified: true });
  const { status, body } = await signIn(name);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body.user, { id, username, role, version });
  assert.match(body.token, /^[\w-]{43}$/);
  assert.equal((await call('GET', '/api/admin/profile', { token: body.token })).status, 200);
});

test('the authorization URL has state, nonce, code challenge, and the redirect URI of the site', async () => {
  const { url, ticket } = await start();
  const asked = new URL(url);
  const query = Object.fromEntries(asked.searchParams);
  assert.equal(asked.origin, provider.issuer);
  assert.equal(query.redirect_uri, `${origin}${signedOutPages.callback}`);
  assert.equal(query.code_challenge_method, 'S256');
  for (const name of ['state', 'nonce', 'code_challenge']) assert.equal(query[name]?.length, 43);
  assert.ok(!url.includes(ticket.split('.')[1] ?? ticket));
  const other = new URL((await start()).url).searchParams;
  for (const name of ['state', 'nonce', 'code_challenge']) {
    assert.notEqual(other.get(name), query[name]);
  }
});

test('unknown addresses and addresses that are not verified are refused alike', async () => {
  const { email } = await userWithAccount();
  accounts.set('stranger', { email: 'stranger@example.org', email_verified: true });
  accounts.set('unverified', { email, email_verified: false });
  accounts.set('said', { email, email_verified: 'true' });
  accounts.set('silent', { email });
  accounts.set('nameless', {});
  for (const account of ['stranger', 'unverified', 'said', 'silent', 'nameless']) {
    await assertRefused(signIn(account), /This account opens nothing here/);
  }
});

test('an open invitation makes the owner of its address a user, once, with its role', async () => {
  const { token } = await userWithToken('admin');
  const invite = (name: string) =>
    call('POST', '/api/admin/invitations', {
      token,
      body: { username: name, email: `${name}@example.org`, role: 'admin' },
    });
  accounts.set('wren', { email: 'Wren@example.org', email_verified: true });
  accounts.set('liar', { email: 'wren@example.org', email_verified: false });
  await invite('wren');
  await assertRefused(signIn('liar'), /opens nothing/);
  const both = await Promise.all([signIn('wren'), signIn('wren')]);
  assert.deepEqual(
    both.map(({ status, body }) => [status, body.user.username, body.user.role]),
    Array(2).fill([200, 'wren', 'admin']),
  );
  assert.equal(both[0]?.body.user.id, both[1]?.body.user.id);
  assert.deepEqual((await call('GET', '/api/admin/invitations', { token })).body, []);

  accounts.set('late', { email: 'late@example.org', email_verified: true });
  await invite('late');
  advance(8 * 24 * 60 * 60_000);
  await assertRefused(
    (async () => {
      const { url, ticket } = await start();
      return finish(ticket, await provider.signIn(url, 'late'));
    })(),
    /opens nothing/,
  );
  advance(-8 * 24 * 60 * 60_000);
});

test('a sign-in with the provider does not ask for the second factor', async () => {
  const { name, id } = await userWithAccount();
  await db.updateTable('users').set({ has_second_factor: 1 }).where('id', '=', id).execute();
  assert.equal((await signIn(name)).status, 200);
});

test('a state, nonce or verifier of another sign-in is refused', async () => {
  const { name } = await userWithAccount();
  const mine = await start();
  const other = await start();
  const callbackUrl = await provider.signIn(mine.url, name);
  // `other.ticket` belongs to another state than the callback URL. A link from an attacker would be such a URL.
  await assertRefused(finish(other.ticket, callbackUrl), /not completed/);
  // `forged` has the state of `other.ticket`. The PKCE verifier of this ticket is wrong: the provider gives no token.
  const forged = new URL(callbackUrl);
  forged.searchParams.set('state', new URL(other.url).searchParams.get('state') ?? '');
  await assertRefused(finish(other.ticket, forged), /not completed/);
  // The ID token contains a nonce that does not belong to the ticket.
  const changed = new URL(mine.url);
  changed.searchParams.set('nonce', 'planted');
  await assertRefused(
    finish(mine.ticket, await provider.signIn(changed.href, name)),
    /not completed/,
  );
  for (const search of ['', '?', '?code=x', `?state=${'x'.repeat(43)}&code=x`, '?code=x&code=y']) {
    await assertRefused(finish(mine.ticket, { search }), /not completed/);
  }
  assert.ok(!lines.join('').includes(client.secret));
});

test('an answer of the provider works once, and only within 15 minutes', async () => {
  const { name } = await userWithAccount();
  const { url, ticket } = await start();
  const back = await provider.signIn(url, name);
  assert.equal((await finish(ticket, back)).status, 200);
  await assertRefused(finish(ticket, back), /not completed/);
  const late = await start();
  const lateBack = await provider.signIn(late.url, name);
  advance(15 * 60_000);
  await assertRefused(finish(late.ticket, lateBack), /took too long/);
  await assertRefused(finish('garbage', lateBack), /took too long/);
  advance(-15 * 60_000);
});

test('a person who declines at the provider gets 401', async () => {
  await assertRefused(signIn('nobody'), /not completed/);
});

test('claims in the ID token are enough for a sign-in', async () => {
  const inToken = await startProvider(`${origin}${signedOutPages.callback}`, { isInToken: true });
  after(() => inToken.stop());
  inToken.accounts.set('robin', { email: 'in-token@example.org', email_verified: true });
  const oidc = createOidc({ ...settings, issuer: inToken.issuer }, origin, logger);
  const { url, ticket } = await oidc.start(deps.clock());
  const { search } = await inToken.signIn(url, 'robin');
  const email = await oidc.finish({ ticket, query: search }, deps.clock());
  assert.equal(email, 'in-token@example.org');
});

test('an unreachable provider gives 503, and is tried again at the next sign-in', async () => {
  const passing = await startProvider(`${origin}${signedOutPages.callback}`);
  const issuer = passing.issuer;
  await passing.stop();
  const away = await startApi({ oidc: createOidc({ ...settings, issuer }, origin, logger) });
  for (let round = 0; round < 2; round += 1) {
    const { status, body, headers } = await away.call('POST', '/api/admin/oidc/start');
    assert.equal(status, 503);
    assert.match(body.error, /The sign-in service does not answer/);
    assert.ok(headers.get('retry-after'));
  }
});

test('sign-ins with the provider are limited for each address, and answer 404 if none is configured', async () => {
  const { call: limited } = await startApi({ rateLimits: true, oidc: deps.oidc });
  const statuses = [];
  for (let round = 0; round < 31; round += 1) {
    statuses.push((await limited('POST', '/api/admin/oidc/start')).status);
  }
  assert.deepEqual(new Set(statuses.slice(0, 30)), new Set([200]));
  assert.equal(statuses[30], 429);
  assert.deepEqual((await call('GET', '/api/admin/sign-in')).body, { oidc: 'the lab account' });
  const without = await startApi();
  assert.deepEqual((await without.call('GET', '/api/admin/sign-in')).body, { oidc: null });
  assert.equal((await without.call('POST', '/api/admin/oidc/start')).status, 404);
  const body = { ticket: 'x', query: '' };
  assert.equal((await without.call('POST', '/api/admin/oidc/finish', { body })).status, 404);
});
