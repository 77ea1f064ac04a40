import { sql } from 'kysely';
import type { Db } from './store.ts';

/**
 * Takes a lock that holds across instances, until this transaction ends. Waits while another transaction has it. The
 * transaction updates a row of the table `locks`: until it ends, PostgreSQL locks this row, and SQLite all writes.
 *
 * Every transaction of a staff handler (`call.write`) begins with the lock `staff`. So do other writes that must not
 * interleave with them, such as a sender's correction, or the sweep of the trash. These transactions run one after the
 * other. They cannot deadlock with each other over rows and counters that they lock later, and their checks stay true
 * until they end. Other writes, such as new submissions, do not take the lock.
 */
export async function takeLock(tx: Db, name: 'staff' | 'first start'): Promise<void> {
  await tx.updateTable('locks').set({ turn: sql`turn + 1` }).where('name', '=', name).execute();
}
