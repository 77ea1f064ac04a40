import { sql } from 'kysely';
import type { App, AppChange, AppDraft } from '#contract/app.ts';
import { Invalid } from '../errors.ts';
import { changedOr, foundOr, held, type Seen } from './change.ts';
import { newId } from './id.ts';
import { linkOut } from './link.ts';
import { slugOf, withFreeSlug } from './slug.ts';
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

export const createApp = (db: Db, draft: AppDraft, now: Date): Promise<App> =>
  db.transaction().execute(async (tx) => {
    await checkPod(tx, draft.podId);
    return toApp(
      await withFreeSlug(tx, 'apps', slugOf(draft.name, 'project'), (id) =>
        tx
          .insertInto('apps')
          .values({
            id,
            uid: newId(now),
            name: draft.name,
            description: draft.description,
            category: draft.category,
            status: draft.status,
            technologies: JSON.stringify(draft.technologies),
            demo_url: draft.demoUrl,
            github_url: draft.githubUrl,
            pod_id: draft.podId,
            created_at: now.toISOString(),
            version: 1,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returningAll()
          .executeTakeFirst(),
      ),
    );
  });

export const updateApp = (db: Db, id: string, change: AppChange, seen: Seen): Promise<App> =>
  db.transaction().execute(async (tx) => {
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
        version: sql`version + 1`,
      })
      .where((row) => row.and(held(id, seen)))
      .returningAll()
      .executeTakeFirst();
    return toApp(await changedOr(tx, 'apps', id, row));
  });

/** The row is held until the transaction ends, so that the pod cannot go in between. */
async function checkPod(tx: Db, id: string | null | undefined): Promise<void> {
  if (!id) return;
  const pod = await tx
    .updateTable('pods')
    .set({ version: sql`version` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!pod) throw new Invalid({ podId: 'Choose a pod that exists.' });
}

const toApp = (row: AppRow): App => ({
  id: row.id,
  name: row.name,
  description: row.description,
  category: row.category as App['category'],
  status: row.status as App['status'],
  technologies: JSON.parse(row.technologies),
  demoUrl: linkOut(row.demo_url),
  githubUrl: linkOut(row.github_url),
  podId: row.pod_id,
  createdAt: row.created_at,
  version: row.version,
});
