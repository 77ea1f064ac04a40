import { type Migration, primaryKey, required } from './schema.ts';

/**
 * Adds a table of imports and a table of their submissions. The indexes on `row_hash`, `title` and `email` find
 * duplicates of the rows in a file.
 */
export const imports: Migration = async ({ createTable, createIndex }) => {
  await createTable('imports')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('file_name', 'text', required)
    .addColumn('username', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('row_count', 'integer', required)
    .addColumn('undone_at', 'text')
    .addColumn('undone_by', 'text')
    .execute();
  await createIndex('imports_created_at', 'imports', ['created_at', 'id']);
  await createTable('imported_rows')
    .addColumn('submission_id', 'text', primaryKey)
    .addColumn('import_id', 'text', (column) => column.notNull().references('imports.id'))
    .addColumn('row_hash', 'text')
    .execute();
  await createIndex('imported_rows_of_import', 'imported_rows', ['import_id', 'submission_id']);
  await createIndex('imported_rows_hash', 'imported_rows', ['row_hash']);
  await createIndex('ideas_title', 'ideas', ['title']);
  await createIndex('applications_email', 'applications', ['email']);
};
