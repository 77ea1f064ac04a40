import { sweepFollows } from './follow.ts';
import { sweepAnswers } from './idempotency.ts';
import { sweepInvitations } from './invitation.ts';
import { sweepLimits } from './limit.ts';
import { sweepOutbox } from './outbox.ts';
import { sweepPictures } from './picture.ts';
import { sweepPresses } from './press.ts';
import { type Retention, sweepPersonalData } from './retention.ts';
import { sweepSessions } from './session.ts';
import type { Db } from './store.ts';
import { sweepTrash } from './trash.ts';

/**
 * Deletes expired rows, unused pictures, and personal data older than `keepMonths`. If a part fails, `onError` gets the
 * error, and the other parts still run. Expired sessions, limits and invitations have no effect even before the sweep.
 */
export async function sweep(
  db: Db,
  now: Date,
  keepMonths: Retention,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const part of [
    sweepSessions,
    sweepLimits,
    sweepAnswers,
    sweepTrash,
    sweepOutbox,
    sweepPresses,
    sweepFollows,
    sweepPictures,
    sweepInvitations,
  ]) {
    await part(db, now).catch(onError);
  }
  await sweepPersonalData(db, keepMonths, now).catch(onError);
}
