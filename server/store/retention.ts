import { sql } from 'kysely';
import { applicationRoles, otherRole } from '#contract/vocabulary.ts';
import { deleteSenderData, eraseSubmission } from './erase.ts';
import { type Actor, automatic, record } from './history.ts';
import { firstIdAt } from './id.ts';
import { takeLock } from './lock.ts';
import { anonymiseHelpers } from './press.ts';
import { replaceText } from './search-texts.ts';
import type { Db } from './store.ts';
import type { ApplicationRow, ContactRow, Tables } from './tables.ts';

/** The number of months for which the personal data of each kind is kept. Null keeps it for ever. */
export type Retention = Record<Expiring, number | null>;
type Expiring = 'applications' | 'contacts';

const removed = '(removed)';

/** The values that replace personal data. Other columns, such as status and circles, stay for the statistics. */
const anonymous: { [K in Expiring]: (row: Tables[K]) => Partial<Tables[K]> } = {
  applications: ({ role }): Partial<ApplicationRow> => ({
    full_name: removed,
    email: '',
    // A role that the applicant typed may identify them.
    role: (applicationRoles as readonly string[]).includes(role) ? role : otherRole,
    mattermost_handle: '',
    experience: null,
    availability: null,
    skills: '[]',
    linkedin: null,
    github: null,
    portfolio: null,
    motivation: null,
    notes: null,
  }),
  contacts: (): Partial<ContactRow> => ({
    name: removed,
    email: '',
    subject: removed,
    message: removed,
  }),
};

/** The number of submissions in one transaction. It is small: staff cannot save anything until the transaction ends. */
const step = 50;

/**
 * Removes the personal data of submissions that are older than `months`: those in the lists are anonymised, those in
 * the quarantine and the trash are erased. The names and addresses of visitors who can help with an idea are kept as
 * long as contacts.
 */
export async function sweepPersonalData(db: Db, months: Retention, now: Date): Promise<void> {
  const by = { username: automatic, now };
  for (const kind of ['applications', 'contacts'] as const) {
    const age = months[kind];
    if (age === null) continue;
    const end = firstIdAt(monthsBefore(now, age).getTime());
    await inSteps(
      db,
      () => oldIds(db, kind, end),
      (tx, id) => anonymise(tx, kind, id, by),
    );
    // Visitors who can help left their address for the same purpose as senders of contacts: staff can write to them.
    if (kind === 'contacts') await anonymiseHelpers(db, monthsBefore(now, age));
    for (const table of ['quarantine', 'trash'] as const) {
      const ids = () => setAsideIds(db, table, kind, end);
      await inSteps(db, ids, (tx, id) => eraseSubmission(tx, kind, id, by));
    }
  }
}

export function monthsBefore(now: Date, months: number): Date {
  const time = new Date(now);
  time.setUTCMonth(time.getUTCMonth() - months);
  // If the target month is too short, `setUTCMonth` overflows into the next month. `setUTCDate(0)` goes back.
  if (time.getUTCDate() !== now.getUTCDate()) time.setUTCDate(0);
  return time;
}

async function inSteps(
  db: Db,
  find: () => Promise<{ id: string }[]>,
  change: (tx: Db, id: string) => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await find();
    if (rows.length === 0) return;
    await db.transaction().execute(async (tx) => {
      await takeLock(tx, 'staff');
      for (const { id } of rows) await change(tx, id);
    });
  }
}

const oldIds = (db: Db, kind: Expiring, end: string) =>
  db
    .selectFrom(kind)
    .select('id')
    .where('email', '<>', sql.lit(''))
    .where('id', '<', end)
    .orderBy('id')
    .limit(step)
    .execute();

const setAsideIds = (db: Db, table: 'quarantine' | 'trash', kind: Expiring, end: string) =>
  db
    .selectFrom(table)
    .select('id')
    .where('kind', '=', kind)
    .where('id', '<', end)
    // Leaves out submissions that were anonymised before they were deleted: they contain no personal data.
    .where('submission', 'not like', '%"email":""%')
    .limit(step)
    .execute();

/** Anonymises a submission, unless another instance has already done so. */
async function anonymise<K extends Expiring>(
  tx: Db,
  kind: K,
  id: string,
  by: Actor,
): Promise<void> {
  const table = kind as 'contacts';
  const row = await tx.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || row.email === '') return;
  const after = await tx
    .updateTable(table)
    .set({
      ...(anonymous[kind](row as unknown as Tables[K]) as Partial<ContactRow>),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await replaceText(tx, kind, after as unknown as Tables[K]);
  await deleteSenderData(tx, id);
  await record(tx, kind, id, by, [{ what: 'anonymised' }]);
}
