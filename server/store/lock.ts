import { sql } from 'kysely';
import type { Db } from './store.ts';

/**
 * Takes the lock of that name: waits until no other transaction has it, and keeps it until this transaction ends. The
 * lock is an updated row, because both engines lock that until the end of the transaction.
 *
 * Every transaction that a staff handler makes with `call.write` begins with the lock `staff`. So do the writes of
 * visitors and of background work that must not interleave with staff, such as erasing a submission. These transactions
 * run one after the other. So they cannot deadlock with each other over the rows and counters that they lock
 * afterwards, and a check at the start stays true until the end. Other writes, such as new submissions, do not take the
 * lock.
 */
export async function takeLock(tx: Db, name: 'staff' | 'first start'): Promise<void> {
  await tx.updateTable('locks').set({ turn: sql`turn + 1` }).where('name', '=', name).execute();
}
