import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minute, startApi, type TestApi } from '../../tests/harness.ts';
import { Unavailable } from '../errors.ts';
import { createPasswords } from '../passwords.ts';
import { createApi } from './api.ts';
import type { ApiDeps } from './deps.ts';
import { limitKey, networkOf } from './limits.ts';

/** The tests share this site and its counts, so each one uses its own accounts and IP addresses. */
const limited = await startApi({ rateLimits: true });

test('after 5 failures for an account from one address, sign-ins get 429 for 10 minutes', async () => {
  const { username, password } = await limited.userWithToken('admin');
  const attempt = (secret: string, address: string, name = username) =>
    limited.call('POST', '/api/admin/login', {
      body: { username: name, password: secret },
      address,
    });
  for (let failed = 0; failed < 5; failed += 1) {
    assert.equal((await attempt('wrong', '192.0.2.9')).status, 401);
  }
  const refused = await attempt(password, '192.0.2.9');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '600');
  assert.equal((await attempt(password, '192.0.2.9', username.toUpperCase())).status, 429);
  assert.equal((await attempt(password, '192.0.2.10')).status, 200);
  limited.advance(10 * minute);
  assert.equal((await attempt(password, '192.0.2.9')).status, 200);
});

test('parallel guesses cannot exceed the limit', async () => {
  const { username } = await limited.userWithToken('admin');
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, guess) =>
      limited.call('POST', '/api/admin/login', {
        body: { username, password: `guess ${guess}` },
        address: '192.0.2.11',
      }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 401).length, 5);
  assert.equal(answers.filter(({ status }) => status === 429).length, 35);
});

test('after 30 failures from one address for any accounts, sign-ins get 429', async () => {
  const attempt = (name: string) =>
    limited.call('POST', '/api/admin/login', {
      body: { username: name, password: 'wrong' },
      address: '2001:db8:1:2:3:4:5:6',
    });
  for (let failed = 0; failed < 30; failed += 1) {
    assert.equal((await attempt(`user ${failed}`)).status, 401);
  }
  assert.equal((await attempt('user 31')).status, 429);
});

test('successful sign-ins do not count as failures', async () => {
  const { username, password } = await limited.userWithToken('admin');
  for (let good = 0; good < 40; good += 1) await limited.tokenOf(username, password);
});

test('parallel sign-ins with the right password all succeed', async () => {
  const { username, password } = await limited.userWithToken('admin');
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      limited.call('POST', '/api/admin/login', { body: { username, password } }),
    ),
  );
  for (const { status } of answers) assert.equal(status, 200);
});

test('an attempt that could not be checked is not counted', async () => {
  const passwords = createPasswords({
    cost: { memory: 64, passes: 1, parallelism: 1, tagLength: 32 },
  });
  let isAway = false;
  const limited = await startApi({
    rateLimits: true,
    passwords: {
      hash: passwords.hash,
      matches: async (password, hash) => {
        if (isAway) throw new Unavailable();
        return passwords.matches(password, hash);
      },
    },
  });
  const { username, password } = await limited.userWithToken('admin');
  isAway = true;
  for (let tried = 0; tried < 8; tried += 1) {
    const { status } = await limited.call('POST', '/api/admin/login', {
      body: { username, password },
    });
    assert.equal(status, 503);
  }
  isAway = false;
  await limited.tokenOf(username, password);
});

/** Returns a function that signs in on the same database, with some dependencies of the API replaced. */
function watch({ deps }: TestApi, replaced: Partial<ApiDeps>) {
  const api = createApi({ ...deps, ...replaced });
  return async (body: { username: string; password: string }, address: string) => {
    const request = new Request('http://127.0.0.1/api/admin/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await api.fetch(request, { requestId: 'test', address })).status;
  };
}

test('a sign-in that is refused by a limit writes nothing', async () => {
  const statements: string[] = [];
  const db = limited.db.withPlugin({
    transformQuery({ node }) {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const watched = watch(limited, {
    db,
    write: (work) => {
      statements.push('a transaction');
      return limited.deps.write(work);
    },
  });
  const attempt = (username: string, address: string) =>
    watched({ username, password: 'wrong' }, address);
  const rows = () => limited.db.selectFrom('rate_limits').selectAll().orderBy('key').execute();

  for (let failed = 0; failed < 5; failed += 1) await attempt('owner', '192.0.2.40');
  for (let failed = 0; failed < 30; failed += 1) await attempt(`user ${failed}`, '192.0.2.41');
  const before = await rows();
  statements.length = 0;
  for (let refused = 0; refused < 20; refused += 1) {
    assert.equal(await attempt('owner', '192.0.2.40'), 429);
    assert.equal(await attempt(`other ${refused}`, '192.0.2.41'), 429);
  }
  assert.deepEqual(new Set(statements), new Set(['SelectQueryNode']));
  assert.deepEqual(await rows(), before);
});

test('a wrong guess takes one transaction, and a right one two', async () => {
  const { username, password } = await limited.userWithToken('admin');
  let transactions = 0;
  const watched = watch(limited, {
    write: (work) => {
      transactions += 1;
      return limited.deps.write(work);
    },
  });
  assert.equal(await watched({ username, password: 'wrong' }, '192.0.2.50'), 401);
  assert.equal(transactions, 1);
  assert.equal(await watched({ username, password }, '192.0.2.50'), 200);
  assert.equal(transactions, 3);
});

/** Returns an IPv6 address. All of them are in one /48, and each number gives another /64. */
const ofOneSite = (number: number) => `2001:db8:77:${(number + 1).toString(16)}::1`;

test('a flood from one /48 refuses nobody else, and attempts that get 503 are not counted', async () => {
  const passwords = createPasswords({
    cost: { memory: 64, passes: 1, parallelism: 1, tagLength: 32 },
    maxWaiting: 10,
  });
  const limited = await startApi({ rateLimits: true, passwords });
  const { username, password } = await limited.userWithToken('admin');
  const attempt = (secret: string, address: string) =>
    limited.call('POST', '/api/admin/login', { body: { username, password: secret }, address });
  const flood = Array.from({ length: 300 }, (_, number) => attempt('wrong', ofOneSite(number)));
  const owner = [
    ...Array.from({ length: 20 }, () => attempt(password, '192.0.2.1')),
    ...Array.from({ length: 5 }, (_, number) => attempt(password, `192.0.2.${60 + number}`)),
  ];
  for (const { status } of await Promise.all(owner)) assert.equal(status, 200);
  const answers = await Promise.all(flood);
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(new Set(statuses), new Set([401, 503]));
  for (const { status, headers } of answers) {
    assert.equal(headers.get('retry-after'), status === 503 ? '5' : null);
  }
  const rows = await limited.db.selectFrom('rate_limits').select('key').execute();
  const counted = new Set(rows.map(({ key }) => key));
  for (const [number, status] of statuses.entries()) {
    const isCounted = counted.has(limitKey('login', username, networkOf(ofOneSite(number))));
    assert.equal(isCounted, status === 401);
  }
});
