import { sql } from 'kysely';
import type { Pod, PodChange, PodDraft } from '#contract/pod.ts';
import { slugOf } from '#contract/slug.ts';
import { changedOr, foundOr, rowAsSeen, type Seen } from './change.ts';
import { newId } from './id.ts';
import { replaceText, saveTexts } from './search-texts.ts';
import { freeSlug } from './slug.ts';
import type { Db } from './store.ts';
import type { PodRow } from './tables.ts';

export const listPods = async (db: Db): Promise<Pod[]> =>
  (await db.selectFrom('pods').selectAll().orderBy('uid', 'desc').execute()).map(toPod);

export const findPod = async (db: Db, id: string): Promise<Pod> =>
  toPod(
    foundOr(
      'pods',
      await db.selectFrom('pods').selectAll().where('id', '=', id).executeTakeFirst(),
    ),
  );

/** The form for a new pod has no end date; demo content has. */
type NewPod = PodDraft & { endDate?: Pod['endDate'] };

export async function createPod(tx: Db, draft: NewPod, now: Date): Promise<Pod> {
  const row = await tx
    .insertInto('pods')
    .values({
      id: await freeSlug(tx, 'pods', slugOf(draft.name, 'pod')),
      uid: newId(now),
      name: draft.name,
      description: draft.description,
      status: draft.status,
      progress: draft.progress,
      team_size: draft.teamSize,
      start_date: draft.startDate ?? now.toISOString().slice(0, 10),
      end_date: draft.endDate ?? null,
      technologies: JSON.stringify(draft.technologies),
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await saveTexts(tx, 'pods', [row]);
  return toPod(row);
}

export async function updatePod(db: Db, id: string, change: PodChange, seen: Seen): Promise<Pod> {
  const row = await db
    .updateTable('pods')
    .set({
      name: change.name,
      description: change.description,
      status: change.status,
      progress: change.progress,
      team_size: change.teamSize,
      start_date: change.startDate,
      end_date: change.endDate,
      technologies: change.technologies && JSON.stringify(change.technologies),
      version: sql`version + 1`,
    })
    .where((row) => row.and(rowAsSeen(id, seen)))
    .returningAll()
    .executeTakeFirst();
  const changed = await changedOr(db, 'pods', id, row);
  await replaceText(db, 'pods', changed);
  return toPod(changed);
}

const toPod = (row: PodRow): Pod => ({
  id: row.id,
  name: row.name,
  description: row.description,
  status: row.status as Pod['status'],
  progress: row.progress,
  teamSize: row.team_size,
  startDate: row.start_date,
  endDate: row.end_date,
  technologies: JSON.parse(row.technologies),
  version: row.version,
});
