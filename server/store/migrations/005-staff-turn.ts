import type { Migration } from './schema.ts';

/** The turn that every write of staff takes: see lock.ts. It replaces the turn `users`, which older versions took. */
export const staffTurn: Migration = async ({ db }) => {
  await db
    .insertInto('locks')
    .values({ name: 'staff', turn: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
