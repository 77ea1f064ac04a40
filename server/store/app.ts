import { sql } from 'kysely';
import type { App, AppChange, AppDraft } from '#contract/app.ts';
import { slugOf } from '#contract/slug.ts';
import { Invalid } from '../errors.ts';
import { changedOr, foundOr, rowAsSeen, type Seen } from './change.ts';
import { newId } from './id.ts';
import { linkOut } from './link.ts';
import { leadColumns, toLeadPicture } from './picture.ts';
import { replaceText, saveTexts } from './search-texts.ts';
import { freeSlug } from './slug.ts';
import type { Db } from './store.ts';
import type { AppRow } from './tables.ts';

export const listApps = async (db: Db): Promise<App[]> =>
  (await db.selectFrom('apps').selectAll().orderBy('uid', 'desc').execute()).map(toApp);

export const findApp = async (db: Db, id: string): Promise<App> =>
  toApp(
    foundOr(
      'apps',
      await db.selectFrom('apps').selectAll().where('id', '=', id).executeTakeFirst(),
    ),
  );

export async function createApp(tx: Db, draft: Omit<AppDraft, 'ideaId'>, now: Date): Promise<App> {
  await checkPod(tx, draft.podId);
  const row = await tx
    .insertInto('apps')
    .values({
      id: await freeSlug(tx, 'apps', slugOf(draft.name, 'project')),
      uid: newId(now),
      name: draft.name,
      description: draft.description,
      category: draft.category,
      status: draft.status,
      technologies: JSON.stringify(draft.technologies),
      demo_url: draft.demoUrl,
      github_url: draft.githubUrl,
      pod_id: draft.podId,
      ...(await leadColumns(tx, draft.leadPicture)),
      created_at: now.toISOString(),
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await saveTexts(tx, 'apps', [row]);
  return toApp(row);
}

export async function updateApp(tx: Db, id: string, change: AppChange, seen: Seen): Promise<App> {
  await checkPod(tx, change.podId);
  const row = await tx
    .updateTable('apps')
    .set({
      name: change.name,
      description: change.description,
      category: change.category,
      status: change.status,
      technologies: change.technologies && JSON.stringify(change.technologies),
      demo_url: change.demoUrl,
      github_url: change.githubUrl,
      pod_id: change.podId,
      ...(await leadColumns(tx, change.leadPicture)),
      version: sql`version + 1`,
    })
    .where((row) => row.and(rowAsSeen(id, seen)))
    .returningAll()
    .executeTakeFirst();
  const changed = await changedOr(tx, 'apps', id, row);
  await replaceText(tx, 'apps', changed);
  return toApp(changed);
}

/** Pods are deleted by staff alone, whose writes follow each other: the pod stays until the transaction ends. */
async function checkPod(tx: Db, id: string | null | undefined): Promise<void> {
  if (!id) return;
  const pod = await tx.selectFrom('pods').select('id').where('id', '=', id).executeTakeFirst();
  if (!pod) throw new Invalid({ podId: 'Choose a pod that exists.' });
}

export const toApp = (row: AppRow): App => ({
  id: row.id,
  name: row.name,
  description: row.description,
  category: row.category as App['category'],
  status: row.status as App['status'],
  technologies: JSON.parse(row.technologies),
  demoUrl: linkOut(row.demo_url),
  githubUrl: linkOut(row.github_url),
  leadPicture: toLeadPicture(row),
  podId: row.pod_id,
  createdAt: row.created_at,
  version: row.version,
});
