import type { Migration } from './schema.ts';

/**
 * Adds the row of `locks` that write transactions of staff lock first: see lock.ts. It replaces the row `users`, which
 * older versions lock.
 */
export const staffTurn: Migration = async ({ db }) => {
  await db
    .insertInto('locks')
    .values({ name: 'staff', turn: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
