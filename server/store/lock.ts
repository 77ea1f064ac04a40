import { sql } from 'kysely';
import type { Db } from './store.ts';

/**
 * Waits, within a transaction, until no other transaction has the turn of that name, and keeps the turn until the
 * transaction ends. A written row is the one kind of lock that both engines have.
 *
 * Every write of staff begins with the turn `staff`. They follow each other, so they cannot deadlock over the rows and
 * counters that they lock afterwards, and a check at the start holds until the end.
 */
export async function takeTurn(tx: Db, name: 'staff' | 'first start'): Promise<void> {
  await tx.updateTable('locks').set({ turn: sql`turn + 1` }).where('name', '=', name).execute();
}
