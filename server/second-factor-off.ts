import { automatic } from './store/history.ts';
import { takeTurn } from './store/lock.ts';
import { type DatabaseLocation, openStore } from './store/open.ts';
import { disableFactorOf } from './store/second-factor.ts';
import { StoreError } from './store/store.ts';
import { findCredentials } from './store/user.ts';

/** Switches off the second factor of an admin who has lost it, where no other admin can. */
export async function switchOffFactor(location: DatabaseLocation, username: string): Promise<void> {
  const store = await openStore(location);
  try {
    await store.write(async (tx) => {
      await takeTurn(tx, 'staff');
      const found = await findCredentials(tx, { username });
      if (!found) {
        throw new StoreError('Name a user: npm run second-factor-off -- username');
      }
      await disableFactorOf(tx, found.user.id, { username: automatic, now: new Date() });
    });
  } finally {
    await store.close();
  }
}
