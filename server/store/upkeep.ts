import { sweepLimits } from './limit.ts';
import { sweepSessions } from './session.ts';
import type { Db } from './store.ts';
import { sweepSubmissions } from './submission.ts';

/** Takes away what has run out. Nothing depends on it being done in time. */
export async function sweep(db: Db, now: Date): Promise<void> {
  await sweepSessions(db, now);
  await sweepLimits(db, now);
  await sweepSubmissions(db, now);
}
