import { sql } from 'kysely';
import { applicationRoles, otherRole } from '#contract/vocabulary.ts';
import { eraseSubmission, forgetSender } from './erase.ts';
import { type Actor, automatic, record } from './history.ts';
import { firstIdAt } from './id.ts';
import { takeTurn } from './lock.ts';
import { forgetHelpers } from './press.ts';
import { replaceText } from './search-texts.ts';
import type { Db } from './store.ts';
import type { ApplicationRow, ContactRow, Tables } from './tables.ts';

/** The kinds of submissions that are kept for a time only, with the number of months; null: for ever. */
export type Retention = Record<Kept, number | null>;
type Kept = 'applications' | 'contacts';

const removed = '(removed)';

/** The columns that replace personal data. Status, role, circles and topic stay, for the counts. */
const anonymous: { [K in Kept]: (row: Tables[K]) => Partial<Tables[K]> } = {
  applications: ({ role }): Partial<ApplicationRow> => ({
    full_name: removed,
    email: '',
    // The applicant's own words for a role may name them.
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

/** How many are changed in one transaction: other writers wait for its end. */
const step = 50;

/** Removes the personal data of submissions that are older than they are kept. */
export async function sweepOld(db: Db, months: Retention, now: Date): Promise<void> {
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
    // The address of somebody who can help with an idea was left as that of the sender of a message was.
    if (kind === 'contacts') await forgetHelpers(db, monthsBefore(now, age));
    for (const table of ['quarantine', 'trash'] as const) {
      const ids = () => setAsideIds(db, table, kind, end);
      await inSteps(db, ids, (tx, id) => eraseSubmission(tx, kind, id, by));
    }
  }
}

export function monthsBefore(now: Date, months: number): Date {
  const time = new Date(now);
  time.setUTCMonth(time.getUTCMonth() - months);
  // A month that has no such day: its last day.
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
      await takeTurn(tx, 'staff');
      for (const { id } of rows) await change(tx, id);
    });
  }
}

const oldIds = (db: Db, kind: Kept, end: string) =>
  db
    // TypeScript does not resolve the columns of a generic table; both have these.
    .selectFrom(kind as 'contacts')
    .select('id')
    .where('email', '<>', sql.lit(''))
    .where('id', '<', end)
    .orderBy('id')
    .limit(step)
    .execute();

const setAsideIds = (db: Db, table: 'quarantine' | 'trash', kind: Kept, end: string) =>
  db
    .selectFrom(table)
    .select('id')
    .where('kind', '=', kind)
    .where('id', '<', end)
    // Nothing personal is left in one that was anonymised before it was deleted.
    .where('submission', 'not like', '%"email":""%')
    .limit(step)
    .execute();

/** Another instance may have been quicker: then nothing changes. */
async function anonymise<K extends Kept>(tx: Db, kind: K, id: string, by: Actor): Promise<void> {
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
  await forgetSender(tx, id);
  await record(tx, kind, id, by, [{ what: 'anonymised' }]);
}
