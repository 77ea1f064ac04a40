import { type Migration, primaryKey, required, versionNumber } from './schema.ts';

/**
 * Adds tables for manuscripts (drafts and unpublished changes of posts) and for their revisions. Deleting a published
 * post deletes its rows in both tables.
 */
export const manuscripts: Migration = async ({ createTable, createIndex }) => {
  await createTable('manuscripts')
    .addColumn('id', 'text', primaryKey)
    .addColumn('blog_id', 'text', (column) =>
      column.unique().references('blogs.id').onDelete('cascade'),
    )
    .addColumn('post', 'text')
    .addColumn('blog_version', 'integer')
    .addColumn('scheduled_for', 'text')
    .addColumn('time_zone', 'text')
    .addColumn('saved_at', 'text', required)
    .addColumn('saved_by', 'text', required)
    .addColumn('version', 'integer', versionNumber)
    .execute();
  await createIndex('manuscripts_due', 'manuscripts', ['scheduled_for']);
  await createTable('revisions')
    .addColumn('id', 'text', primaryKey)
    .addColumn('manuscript_id', 'text', (column) =>
      column.notNull().references('manuscripts.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', required)
    .addColumn('post', 'text', required)
    .addColumn('username', 'text')
    .addColumn('saved_at', 'text', required)
    .addColumn('blog_version', 'integer')
    .execute();
  await createIndex('revisions_of_manuscript', 'revisions', ['manuscript_id', 'id']);
};
