import { sql } from 'kysely';
import type { Milestone, MilestoneChange, MilestoneDraft } from '#contract/milestone.ts';
import { changedOrThrow, type IfVersion, requireComplete, rowAtVersion } from './change.ts';
import { newId } from './id.ts';
import type { Db } from './store.ts';
import type { MilestoneRow } from './tables.ts';

/** Lists all milestones, oldest first. */
export const listMilestones = async (db: Db): Promise<Milestone[]> =>
  (await db.selectFrom('milestones').selectAll().orderBy('date').orderBy('id').execute()).map(
    toMilestone,
  );

export async function createMilestone(
  db: Db,
  draft: MilestoneDraft,
  now: Date,
): Promise<Milestone> {
  const date = draft.date ?? now.toISOString().slice(0, 10);
  const row = await db
    .insertInto('milestones')
    .values({ id: newId(now), ...requireComplete(columnsOf({ ...draft, date })), version: 1 })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toMilestone(row);
}

export async function updateMilestone(
  db: Db,
  id: string,
  change: MilestoneChange,
  ifVersion: IfVersion,
): Promise<Milestone> {
  const row = await db
    .updateTable('milestones')
    .set({ ...columnsOf(change), version: sql`version + 1` })
    .where((row) => row.and(rowAtVersion(id, ifVersion)))
    .returningAll()
    .executeTakeFirst();
  return toMilestone(await changedOrThrow(db, 'milestones', id, row));
}

const columnsOf = (fields: MilestoneChange) => ({
  title: fields.title,
  description: fields.description,
  date: fields.date,
  type: fields.type,
});

const toMilestone = (row: MilestoneRow): Milestone => ({
  id: row.id,
  title: row.title,
  description: row.description,
  date: row.date,
  type: row.type as Milestone['type'],
  version: row.version,
});
