import { type Migration, primaryKey, required } from './schema.ts';

/** Adds tables for uploaded pictures and their files, and columns for the lead pictures of posts and projects. */
export const pictures: Migration = async ({ createTable, createIndex, addColumn, bytes }) => {
  await createTable('pictures')
    .addColumn('hash', 'text', primaryKey)
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .addColumn('created_at', 'text', required)
    .addColumn('checked_at', 'text', required)
    .execute();
  await createIndex('pictures_to_check', 'pictures', ['checked_at', 'hash']);
  await createTable('picture_files')
    .addColumn('hash', 'text', (column) =>
      column.notNull().references('pictures.hash').onDelete('cascade'),
    )
    .addColumn('width', 'integer', required)
    .addColumn('format', 'text', required)
    .addColumn('bytes', bytes, required)
    .addPrimaryKeyConstraint('picture_files_key', ['hash', 'width', 'format'])
    .execute();
  for (const table of ['blogs', 'apps']) {
    await addColumn(table, 'lead_picture', 'text');
    await addColumn(table, 'lead_alt', 'text');
  }
};
