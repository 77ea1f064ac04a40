import type { AppLineage, Lineage, LineageKind } from '#contract/lineage.ts';
import { toApp } from './app.ts';
import { foundOr } from './change.ts';
import { connectedIds } from './connections.ts';
import type { Db } from './store.ts';

/** The most ideas, pods, apps and posts of one lineage. */
const mostShown = 24;

/** The way from idea to prototype that this one is part of. Ideas that are held back or deleted are left out. */
export async function findLineage(db: Db, kind: LineageKind, id: string): Promise<Lineage> {
  const connected = (from: LineageKind, ids: string[], wanted: LineageKind) =>
    connectedIds(db, from, ids, wanted);
  const own = await db.selectFrom(kind).select('id').where('id', '=', id).executeTakeFirst();
  foundOr(kind, own);
  const startOf = (wanted: 'ideas' | 'apps') =>
    kind === wanted ? [id] : connected(kind, [id], wanted);
  const [firstIdeas, firstApps] = [
    await startOf('ideas'),
    kind === 'pods' ? await appsOf(db, id) : await startOf('apps'),
  ];
  const apps = await readApps(db, [
    ...firstApps,
    ...(await connected('ideas', firstIdeas, 'apps')),
  ]);
  const ideas = await readIdeas(db, [
    ...firstIdeas,
    ...(await connected('apps', firstApps, 'ideas')),
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
  const beside = (order: 'asc' | 'desc') =>
    db
      .selectFrom('apps')
      .select(['id', 'name'])
      .where('uid', order === 'asc' ? '>' : '<', uid)
      .orderBy('uid', order)
      .limit(1)
      .executeTakeFirst();
  return {
    ...lineage,
    newer: (await beside('asc')) ?? null,
    older: (await beside('desc')) ?? null,
  };
}

async function appsOf(db: Db, podId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('apps')
    .select('id')
    .where('pod_id', '=', podId)
    .limit(mostShown)
    .execute();
  return rows.map(({ id }) => id);
}

/** At most as many as a lineage has, newest first. They are few, so they are sorted here. */
const newest = <Row>(rows: Row[], key: (row: Row) => string): Row[] =>
  rows.toSorted((a, b) => (key(a) < key(b) ? 1 : -1)).slice(0, mostShown);

async function readIdeas(db: Db, ids: string[]): Promise<Lineage['ideas']> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('ideas')
    .select(['id', 'title', 'status', 'created_at'])
    .where('id', 'in', ids)
    .execute();
  return newest(rows, ({ id }) => id).map(({ created_at, status, ...row }) => ({
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
  return newest(rows, ({ uid }) => uid).map(({ id, name, status }) => ({
    id,
    name,
    status: status as Lineage['pods'][number]['status'],
  }));
}

async function readApps(db: Db, ids: string[]): Promise<Lineage['apps']> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('apps').selectAll().where('id', 'in', ids).execute();
  return newest(rows, ({ uid }) => uid).map(toApp);
}

async function readPosts(db: Db, ids: string[]): Promise<Lineage['posts']> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('blogs')
    .select(['id', 'title', 'category', 'published_at', 'read_time'])
    .where('id', 'in', ids)
    .execute();
  return newest(rows, ({ published_at }) => published_at).map(
    ({ category, published_at, read_time, ...row }) => ({
      ...row,
      category: category as Lineage['posts'][number]['category'],
      publishedAt: published_at,
      readTime: read_time,
    }),
  );
}
