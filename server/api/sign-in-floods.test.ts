import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, minute, startApi } from '../../tests/harness.ts';

/**
 * Tests of the daily limits and of the limits of a /48, which take hundreds of guesses. Runs on SQLite alone
 * (tests/run.ts looks for these words), because other tests (sign-in-limits.test.ts, tests/torture/login.test.ts) test
 * the counting on both engines.
 */

/** Returns an IPv6 address. All of them are in one /48, and each number gives another /64. */
const ofOneSite = (number: number) => `2001:db8:77:${(number + 1).toString(16)}::1`;

test('after 100 failures for an account from unknown addresses, each new address has one try a day', async () => {
  const limited = await startApi({ rateLimits: true });
  const { username, password } = await limited.userWithToken('admin');
  const attempt = async (secret: string, address: string) => {
    const body = { username, password: secret };
    return (await limited.call('POST', '/api/admin/login', { body, address })).status;
  };
  const guess = (number: number) => attempt('wrong', `198.51.${number >> 8}.${number & 255}`);
  assert.equal(await attempt(password, '203.0.113.7'), 200);
  for (let number = 0; number < 100; number += 1) assert.equal(await guess(number), 401);
  for (let number = 100; number < 300; number += 1) assert.equal(await guess(number), 429);

  // The owner can sign in from a known address, even after a wrong password, and from an address without guesses.
  assert.equal(await attempt('a slip', '203.0.113.7'), 401);
  assert.equal(await attempt(password, '203.0.113.7'), 200);
  assert.equal(await attempt(password, '203.0.113.8'), 200);
  // An address that has used its one late try gets 429, even with the right password.
  assert.equal(await attempt(password, '198.51.0.200'), 429);
  // The late tries of all addresses together are limited too.
  for (let number = 300; number < 500; number += 1) assert.equal(await guess(number), 429);
  assert.equal(await attempt(password, '203.0.113.9'), 429);
  assert.equal(await attempt(password, '203.0.113.7'), 200);
  limited.advance(day);
  assert.equal(await attempt(password, '203.0.113.9'), 200);
});

test('an address that is known for an account has its own daily limit', async () => {
  const limited = await startApi({ rateLimits: true });
  const { username, password } = await limited.userWithToken('admin');
  const attempt = async (secret: string) => {
    const body = { username, password: secret };
    return (await limited.call('POST', '/api/admin/login', { body, address: '192.0.2.7' })).status;
  };
  assert.equal(await attempt(password), 200);
  for (let failed = 0; failed < 100; failed += 1) {
    if (failed % 5 === 0) limited.advance(10 * minute);
    assert.equal(await attempt('wrong'), 401);
  }
  limited.advance(10 * minute);
  assert.equal(await attempt(password), 429);
});

test('guesses from one IPv6 /48 are counted together', async () => {
  const limited = await startApi({ rateLimits: true });
  const { username, password } = await limited.userWithToken('admin');
  const attempt = async (name: string, secret: string, address: string) => {
    const body = { username: name, password: secret };
    return (await limited.call('POST', '/api/admin/login', { body, address })).status;
  };
  assert.equal(await attempt(username, password, ofOneSite(1000)), 200);
  for (let number = 0; number < 120; number += 1) {
    assert.equal(await attempt(`user ${number}`, 'wrong', ofOneSite(number)), 401);
  }
  assert.equal(await attempt('user 120', 'wrong', ofOneSite(120)), 429);
  // A known address in this /48 can still sign in, and so can an address outside of it.
  assert.equal(await attempt(username, password, ofOneSite(1000)), 200);
  assert.equal(await attempt(username, password, '2001:db8:78:1::1'), 200);
});

test('600 guesses from one IPv6 /48 leave each other network its one try', async () => {
  const limited = await startApi({ rateLimits: true });
  const { username, password } = await limited.userWithToken('admin');
  const attempt = async (secret: string, address: string) => {
    const body = { username, password: secret };
    return (await limited.call('POST', '/api/admin/login', { body, address })).status;
  };
  let checkedGuesses = 0;
  for (let number = 0; number < 600; number += 1) {
    if ((await attempt('wrong', ofOneSite(number))) === 401) checkedGuesses += 1;
    if (number % 100 === 99) limited.advance(10 * minute);
  }
  assert.equal(checkedGuesses, 100);
  assert.equal(await attempt(password, '203.0.113.20'), 200);
  assert.equal(await attempt(password, '2001:db8:78:1::1'), 200);
});
