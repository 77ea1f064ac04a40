import type { MailSettings, MailSettingsChange } from '#contract/mail.ts';
import { Stale } from '../errors.ts';
import type { IfVersion } from './change.ts';
import type { Db } from './store.ts';
import type { MailSettingsRow } from './tables.ts';

type Saved = Omit<MailSettings, 'isOn'>;

export const findMailSettings = async (db: Db, userId: string): Promise<Saved> =>
  toSettings(await findRow(db, userId));

/** Saves the settings. The caller must hold the lock `staff` (lock.ts): two saves must not read the same version. */
export async function saveMailSettings(
  tx: Db,
  userId: string,
  { email, wantsDigest }: MailSettingsChange,
  ifVersion: IfVersion,
  now: Date,
): Promise<Saved> {
  const before = await findRow(tx, userId);
  const version = before?.version ?? 0;
  if (ifVersion !== undefined && ifVersion !== version) throw new Stale('setting');
  const gotDigestsBefore = before?.wants_digest === 1 && before.email !== null;
  const row: MailSettingsRow = {
    user_id: userId,
    email,
    wants_digest: wantsDigest ? 1 : 0,
    // Digests leave out submissions that arrived while the member had no address or wanted no digests.
    told_until: gotDigestsBefore ? before.told_until : now.toISOString(),
    next_digest_at: before?.next_digest_at ?? null,
    version: version + 1,
  };
  await tx
    .insertInto('mail_settings')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        email: row.email,
        wants_digest: row.wants_digest,
        version: row.version,
        // Leaves `next_digest_at` as it is, and also `told_until` if the member got digests before: `finishDigest` may
        // write them at the same time.
        ...(!gotDigestsBefore && { told_until: row.told_until }),
      }),
    )
    .execute();
  return toSettings(row);
}

const findRow = (db: Db, userId: string) =>
  db.selectFrom('mail_settings').selectAll().where('user_id', '=', userId).executeTakeFirst();

const toSettings = (row: MailSettingsRow | undefined): Saved => ({
  email: row?.email ?? null,
  wantsDigest: row === undefined || row.wants_digest === 1,
  version: row?.version ?? 0,
});
