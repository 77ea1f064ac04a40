import { type Migration, primaryKey, required } from './schema.ts';

/** Adds public answers to ideas, the history of submissions, and the trash. */
export const historyAndTrash: Migration = async ({ addColumn, createTable, createIndex }) => {
  await addColumn('ideas', 'answer', 'text');
  await createTable('history')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('submission_id', 'text', required)
    .addColumn('username', 'text')
    .addColumn('what', 'text', required)
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('created_at', 'text', required)
    .execute();
  await createIndex('history_submission', 'history', ['submission_id', 'id']);
  await createTable('trash')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('submission', 'text', required)
    .addColumn('deleted_at', 'text', required)
    .addColumn('deleted_by', 'text')
    .execute();
  await createIndex('trash_deleted_at', 'trash', ['deleted_at']);
};
