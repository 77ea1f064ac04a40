import type { MailSettings, MailSettingsChange } from '#contract/mail.ts';
import { Stale } from '../errors.ts';
import type { Seen } from './change.ts';
import type { Db } from './store.ts';
import type { MailSettingsRow } from './tables.ts';

/** The mail settings of a member of staff: an own address, and whether new submissions are told. */
type Saved = Omit<MailSettings, 'isOn'>;

export const findMailSettings = async (db: Db, userId: string): Promise<Saved> =>
  toSettings(await findRow(db, userId));

/** Needs the turn of staff, like every change of staff: two saves must not both find no row. */
export async function saveMailSettings(
  tx: Db,
  userId: string,
  { email, wantsDigest }: MailSettingsChange,
  seen: Seen,
  now: Date,
): Promise<Saved> {
  const before = await findRow(tx, userId);
  const version = before?.version ?? 0;
  if (seen !== undefined && seen !== version) throw new Stale('setting');
  const wantedBefore = before?.wants_digest === 1 && before.email !== null;
  const row: MailSettingsRow = {
    user_id: userId,
    email,
    wants_digest: wantsDigest ? 1 : 0,
    // Nobody is told of submissions that came while they did not want to know.
    told_until: wantedBefore ? before.told_until : now.toISOString(),
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
        // A digest that is being sent writes these at the same time.
        ...(!wantedBefore && { told_until: row.told_until }),
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
