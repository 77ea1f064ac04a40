import { type Migration, primaryKey, required } from './schema.ts';

/**
 * Adds the table `content_versions`, in which triggers count the changes of public content: see versions.ts. Also adds
 * an index for the list of ideas of one status, newest first.
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
