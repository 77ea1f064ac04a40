import { sweepAnswers } from './idempotency.ts';
import { sweepLimits } from './limit.ts';
import { sweepOutbox } from './outbox.ts';
import { type Retention, sweepOld } from './retention.ts';
import { sweepSessions } from './session.ts';
import type { Db } from './store.ts';
import { sweepTrash } from './trash.ts';

/** Deletes expired rows, and personal data that is kept no longer. Nothing depends on when this happens. */
export async function sweep(db: Db, now: Date, keepMonths: Retention): Promise<void> {
  await sweepSessions(db, now);
  await sweepLimits(db, now);
  await sweepAnswers(db, now);
  await sweepTrash(db, now);
  await sweepOld(db, keepMonths, now);
  await sweepOutbox(db, now);
}
