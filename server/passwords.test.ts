import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPasswords } from './passwords.ts';

test('a password matches its own hash, and no other', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('correct horse');
  assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
  assert.ok(await passwords.matches('correct horse', hash));
  assert.ok(!(await passwords.matches('correct horse ', hash)));
  assert.ok(!(await passwords.matches('', hash)));
  assert.notEqual(await passwords.hash('correct horse'), hash);
});

test('no password matches an unknown user', async () => {
  const passwords = createPasswords();
  assert.ok(!(await passwords.matches('anything', undefined)));
});

test('a password still matches a hash of another cost', async () => {
  const cheap = createPasswords({
    cost: { memory: 64, passes: 1, parallelism: 1, tagLength: 16 },
  });
  assert.ok(await createPasswords().matches('old', await cheap.hash('old')));
});

test('passwords that find no slot and no place in the queue are refused with 503', async () => {
  const passwords = createPasswords({ maxParallel: 2, maxWaiting: 3 });
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => passwords.hash('flood')),
  );
  const refused = results.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 5);
  for (const { reason } of refused as PromiseRejectedResult[]) assert.equal(reason.status, 503);
  assert.ok(await passwords.hash('afterwards'));
});
