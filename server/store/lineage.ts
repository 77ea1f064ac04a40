import type { AppLineage, Lineage, LineageKind } from '#contract/lineage.ts';
import { toApp } from './app.ts';
import { foundOrThrow } from './change.ts';
import { connectedIds } from './connections.ts';
import type { Db } from './store.ts';

/** The maximum number of entries of each kind in a lineage. */
const maxPerKind = 24;

/**
 * Finds the lineage of an idea, pod, app or post: the ideas, pods, apps and posts that belong together (decision 038).
 * Starts with the idea or app itself, and with the ideas and apps that are connected with the entry or name it as their
 * pod. Then adds the apps of these ideas, and the ideas of these apps. Last come the pods and posts of all of them. The
 * lineage of a pod has no other pods, and the lineage of a post has no posts. Ideas in the quarantine or the trash are
 * in other tables, so they are not found.
 */
export async function findLineage(db: Db, kind: LineageKind, id: string): Promise<Lineage> {
  const connected = (from: LineageKind, ids: string[], wanted: LineageKind) =>
    connectedIds(db, from, ids, wanted);
  const start = await db.selectFrom(kind).select('id').where('id', '=', id).executeTakeFirst();
  foundOrThrow(kind, start);
  const direct = (wanted: 'ideas' | 'apps') =>
    kind === wanted ? [id] : connected(kind, [id], wanted);
  const directIdeas = await direct('ideas');
  const directApps = kind === 'pods' ? await appIdsOfPod(db, id) : await direct('apps');
  const apps = await readApps(db, [
    ...directApps,
    ...(await connected('ideas', directIdeas, 'apps')),
  ]);
  const ideas = await readIdeas(db, [
    ...directIdeas,
    ...(await connected('apps', directApps, 'ideas')),
  ]);
  const ideaIds = ideas.map((idea) => idea.id);
  const pods =
    kind === 'pods'
      ? [id]
      : [
          ...(await connected('ideas', ideaIds, 'pods')),
          ...apps.flatMap(({ podId }) => (podId ? [podId] : [])),
        ];
  const posts =
    kind === 'blogs'
      ? []
      : [
          ...(await connected('ideas', ideaIds, 'blogs')),
          ...(await connected(
            'apps',
            apps.map((app) => app.id),
            'blogs',
          )),
        ];
  return { ideas, pods: await readPods(db, pods), apps, posts: await readPosts(db, posts) };
}

export async function findAppLineage(db: Db, id: string): Promise<AppLineage> {
  const lineage = await findLineage(db, 'apps', id);
  const { uid } = await db
    .selectFrom('apps')
    .select('uid')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const neighbour = (side: 'newer' | 'older') =>
    db
      .selectFrom('apps')
      .select(['id', 'name'])
      .where('uid', side === 'newer' ? '>' : '<', uid)
      .orderBy('uid', side === 'newer' ? 'asc' : 'desc')
      .limit(1)
      .executeTakeFirst();
  return {
    ...lineage,
    newer: (await neighbour('newer')) ?? null,
    older: (await neighbour('older')) ?? null,
  };
}

async function appIdsOfPod(db: Db, podId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('apps')
    .select('id')
    .where('pod_id', '=', podId)
    .orderBy('uid', 'desc')
    .limit(maxPerKind)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the newest `maxPerKind` rows, newest first. `key` must sort by time, as UUIDv7 and ISO times do. */
const keepNewest = <Row>(rows: Row[], key: (row: Row) => string): Row[] =>
  rows.toSorted((a, b) => (key(a) < key(b) ? 1 : -1)).slice(0, maxPerKind);

async function readIdeas(db: Db, ids: string[]): Promise<Lineage['ideas']> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('ideas')
    .select(['id', 'title', 'status', 'created_at'])
    .where('id', 'in', ids)
    .execute();
  return keepNewest(rows, ({ id }) => id).map(({ created_at, status, ...row }) => ({
    ...row,
    status: status as Lineage['ideas'][number]['status'],
    createdAt: created_at,
  }));
}

async function readPods(db: Db, ids: string[]): Promise<Lineage['pods']> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('pods')
    .select(['id', 'uid', 'name', 'status'])
    .where('id', 'in', ids)
    .execute();
  return keepNewest(rows, ({ uid }) => uid).map(({ id, name, status }) => ({
    id,
    name,
    status: status as Lineage['pods'][number]['status'],
  }));
}

async function readApps(db: Db, ids: string[]): Promise<Lineage['apps']> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('apps').selectAll().where('id', 'in', ids).execute();
  return keepNewest(rows, ({ uid }) => uid).map(toApp);
}

async function readPosts(db: Db, ids: string[]): Promise<Lineage['posts']> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('blogs')
    .select(['id', 'title', 'category', 'published_at', 'read_time'])
    .where('id', 'in', ids)
    .execute();
  return keepNewest(rows, ({ published_at }) => published_at).map(
    ({ category, published_at, read_time, ...row }) => ({
      ...row,
      category: category as Lineage['posts'][number]['category'],
      publishedAt: published_at,
      readTime: read_time,
    }),
  );
}
