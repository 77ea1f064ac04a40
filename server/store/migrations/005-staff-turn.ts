import type { Migration } from './schema.ts';

/**
 * Adds the lock `staff` (lock.ts), which replaces the lock `users`. The row `users` stays, because older versions take
 * that lock.
 */
export const staffTurn: Migration = async ({ db }) => {
  await db
    .insertInto('locks')
    .values({ name: 'staff', turn: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
