import { sql } from 'kysely';
import type { Db } from './store.ts';

/**
 * Within a transaction: waits until nobody else decides about the same thing, and keeps it until the
 * transaction ends. A row that is written is the one lock that both engines share.
 */
export async function takeTurn(tx: Db, name: 'users' | 'first start'): Promise<void> {
  await tx.updateTable('locks').set({ turn: sql`turn + 1` }).where('name', '=', name).execute();
}
