import { sql } from 'kysely';
import type { App, AppChange, AppDraft } from '#contract/app.ts';
import { slugOf } from '#contract/slug.ts';
import {
  changedOrThrow,
  foundOrThrow,
  type IfVersion,
  requireComplete,
  rowAtVersion,
} from './change.ts';
import { newId } from './id.ts';
import { webUrlOrNull } from './link.ts';
import { leadColumns, toLeadPicture } from './picture.ts';
import { checkPod } from './pod.ts';
import { replaceText, saveTexts } from './search-texts.ts';
import { freeSlug } from './slug.ts';
import type { Db } from './store.ts';
import type { AppRow } from './tables.ts';

export const listApps = async (db: Db): Promise<App[]> =>
  (await db.selectFrom('apps').selectAll().orderBy('uid', 'desc').execute()).map(toApp);

export const findApp = async (db: Db, id: string): Promise<App> =>
  toApp(
    foundOrThrow(
      'apps',
      await db.selectFrom('apps').selectAll().where('id', '=', id).executeTakeFirst(),
    ),
  );

export async function createApp(tx: Db, draft: Omit<AppDraft, 'ideaId'>, now: Date): Promise<App> {
  if (draft.podId) await checkPod(tx, draft.podId);
  const row = await tx
    .insertInto('apps')
    .values({
      id: await freeSlug(tx, 'apps', slugOf(draft.name, 'project')),
      uid: newId(now),
      ...requireComplete(await columnsOf(tx, draft)),
      created_at: now.toISOString(),
      version: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await saveTexts(tx, 'apps', [row]);
  return toApp(row);
}

export async function updateApp(
  tx: Db,
  id: string,
  change: AppChange,
  ifVersion: IfVersion,
): Promise<App> {
  if (change.podId) await checkPod(tx, change.podId);
  const row = await tx
    .updateTable('apps')
    .set({
      ...(await columnsOf(tx, change)),
      version: sql`version + 1`,
    })
    .where((row) => row.and(rowAtVersion(id, ifVersion)))
    .returningAll()
    .executeTakeFirst();
  const changed = await changedOrThrow(tx, 'apps', id, row);
  await replaceText(tx, 'apps', changed);
  return toApp(changed);
}

const columnsOf = async (tx: Db, fields: AppChange) => ({
  name: fields.name,
  description: fields.description,
  category: fields.category,
  status: fields.status,
  technologies: fields.technologies && JSON.stringify(fields.technologies),
  demo_url: fields.demoUrl,
  github_url: fields.githubUrl,
  pod_id: fields.podId,
  ...(await leadColumns(tx, fields.leadPicture)),
});

export const toApp = (row: AppRow): App => ({
  id: row.id,
  name: row.name,
  description: row.description,
  category: row.category as App['category'],
  status: row.status as App['status'],
  technologies: JSON.parse(row.technologies),
  demoUrl: webUrlOrNull(row.demo_url),
  githubUrl: webUrlOrNull(row.github_url),
  leadPicture: toLeadPicture(row),
  podId: row.pod_id,
  createdAt: row.created_at,
  version: row.version,
});
