import { type Migration, primaryKey, required } from './schema.ts';

/**
 * Counts how often each kind of public content has changed, by triggers: see versions.ts. The index serves the ideas of
 * one status, newest first.
 */
export const contentVersions: Migration = async ({
  db,
  createTable,
  createIndex,
  countChanges,
}) => {
  await createTable('content_versions')
    .addColumn('topic', 'text', primaryKey)
    .addColumn('version', 'integer', required)
    .execute();
  await createIndex('ideas_by_status', 'ideas', ['status', 'id desc']);
  for (const topic of ['pods', 'apps', 'blogs', 'milestones', 'ideas']) {
    await db.insertInto('content_versions').values({ topic, version: 0 }).execute();
    await countChanges(topic);
  }
};
