import { sql } from 'kysely';
import type { Milestone, MilestoneChange, MilestoneDraft } from '#contract/milestone.ts';
import { changedOr, rowAsSeen, type Seen } from './change.ts';
import { newId } from './id.ts';
import type { Db } from './store.ts';
import type { MilestoneRow } from './tables.ts';

/** Oldest first. */
export const listMilestones = async (db: Db): Promise<Milestone[]> =>
  (await db.selectFrom('milestones').selectAll().orderBy('date').orderBy('id').execute()).map(
    toMilestone,
  );

export const createMilestone = async (
  db: Db,
  draft: MilestoneDraft,
  now: Date,
): Promise<Milestone> =>
  toMilestone(
    await db
      .insertInto('milestones')
      .values({
        id: newId(now),
        title: draft.title,
        description: draft.description,
        date: draft.date ?? now.toISOString().slice(0, 10),
        type: draft.type,
        version: 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

export async function updateMilestone(
  db: Db,
  id: string,
  change: MilestoneChange,
  seen: Seen,
): Promise<Milestone> {
  const row = await db
    .updateTable('milestones')
    .set({
      title: change.title,
      description: change.description,
      date: change.date,
      type: change.type,
      version: sql`version + 1`,
    })
    .where((row) => row.and(rowAsSeen(id, seen)))
    .returningAll()
    .executeTakeFirst();
  return toMilestone(await changedOr(db, 'milestones', id, row));
}

const toMilestone = (row: MilestoneRow): Milestone => ({
  id: row.id,
  title: row.title,
  description: row.description,
  date: row.date,
  type: row.type as Milestone['type'],
  version: row.version,
});
