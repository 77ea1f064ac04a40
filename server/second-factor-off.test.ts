import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDatabase } from '../tests/harness.ts';
import { switchOffFactor } from './second-factor-off.ts';
import { openStore } from './store/open.ts';
import { enableSecondFactor, findSecondFactor } from './store/second-factor.ts';
import { StoreError } from './store/store.ts';
import { createUser } from './store/user.ts';

test('the operator switches off the second factor of an admin', async () => {
  const location = await newDatabase();
  const store = await openStore(location);
  const { id } = await store.write(async (tx) => {
    const admin = { username: 'Admin', role: 'admin', passwordHash: 'x' };
    const user = await createUser(tx, admin, new Date());
    await enableSecondFactor(tx, user.id, { secret: 'A'.repeat(32), lastStep: 0 });
    return user;
  });
  await assert.rejects(switchOffFactor(location, 'nobody'), StoreError);
  assert.equal((await findSecondFactor(store.db, id)).isOn, true);
  await switchOffFactor(location, 'admin');
  const off = { isOn: false, hasApp: false, recoveryCodesLeft: 0 };
  assert.deepEqual(await findSecondFactor(store.db, id), off);
  await store.close();
});
