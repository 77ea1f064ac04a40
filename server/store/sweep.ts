import { sweepAnswers } from './idempotency.ts';
import { sweepLimits } from './limit.ts';
import { sweepOutbox } from './outbox.ts';
import { sweepSessions } from './session.ts';
import type { Db } from './store.ts';
import { sweepTrash } from './trash.ts';

/** Deletes expired rows. Nothing depends on when this happens. */
export async function sweep(db: Db, now: Date): Promise<void> {
  await sweepSessions(db, now);
  await sweepLimits(db, now);
  await sweepAnswers(db, now);
  await sweepTrash(db, now);
  await sweepOutbox(db, now);
}
