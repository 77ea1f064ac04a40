import { sql } from 'kysely';
import type { Pod, PodChange, PodDraft } from '#contract/pod.ts';
import { slugOf } from '#contract/slug.ts';
import { Invalid } from '../errors.ts';
import {
  changedOrThrow,
  foundOrThrow,
  type IfVersion,
  requireComplete,
  rowAtVersion,
} from './change.ts';
import { newId } from './id.ts';
import { replaceText, saveTexts } from './search-texts.ts';
import { freeSlug } from './slug.ts';
import type { Db } from './store.ts';
import type { PodRow } from './tables.ts';

export const listPods = async (db: Db): Promise<Pod[]> =>
  (await db.selectFrom('pods').selectAll().orderBy('uid', 'desc').execute()).map(toPod);

export const findPod = async (db: Db, id: string): Promise<Pod> =>
  toPod(
    foundOrThrow(
      'pods',
      await db.selectFrom('pods').selectAll().where('id', '=', id).executeTakeFirst(),
    ),
  );

/** Only demo content sets `endDate`: the form for a new pod does not ask for an end date. */
type NewPod = PodDraft & { endDate?: Pod['endDate'] };

export async function createPod(tx: Db, draft: NewPod, now: Date): Promise<Pod> {
  const startDate = draft.startDate ?? now.toISOString().slice(0, 10);
  const endDate = draft.endDate ?? null;
  const row = await tx
    .insertInto('pods')
    .values({
      id: await freeSlug(tx, 'pods', slugOf(draft.name, 'pod')),
      uid: newId(now),
      ...requireComplete(columnsOf({ ...draft, startDate, endDate })),
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await saveTexts(tx, 'pods', [row]);
  return toPod(row);
}

export async function updatePod(
  db: Db,
  id: string,
  change: PodChange,
  ifVersion: IfVersion,
): Promise<Pod> {
  const row = await db
    .updateTable('pods')
    .set({
      ...columnsOf(change),
      version: sql`version + 1`,
    })
    .where((row) => row.and(rowAtVersion(id, ifVersion)))
    .returningAll()
    .executeTakeFirst();
  const changed = await changedOrThrow(db, 'pods', id, row);
  await replaceText(db, 'pods', changed);
  return toPod(changed);
}

/**
 * Throws Invalid if the pod does not exist. If the transaction has the lock of staff (`takeLock(tx, 'staff')`), nobody
 * can delete the pod before the transaction ends.
 */
export async function checkPod(tx: Db, id: string): Promise<void> {
  const pod = await tx.selectFrom('pods').select('id').where('id', '=', id).executeTakeFirst();
  if (!pod) throw new Invalid({ podId: 'Choose a pod that exists.' });
}

const columnsOf = (fields: PodChange) => ({
  name: fields.name,
  description: fields.description,
  status: fields.status,
  progress: fields.progress,
  team_size: fields.teamSize,
  start_date: fields.startDate,
  end_date: fields.endDate,
  technologies: fields.technologies && JSON.stringify(fields.technologies),
});

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
