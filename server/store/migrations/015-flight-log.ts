import { sql } from 'kysely';
import { type Migration, primaryKey, required, versionNumber } from './schema.ts';

/**
 * Adds a table for the flight logs of the pods. Also adds the index `history_of_kind`, which finds the newest status
 * changes of ideas for `/feed.xml`.
 */
export const flightLog: Migration = async ({
  createTable,
  createIndex,
  countChanges,
  fraction,
}) => {
  await createTable('log_entries')
    .addColumn('id', 'text', primaryKey)
    .addColumn('pod_id', 'text', (column) =>
      column.notNull().references('pods.id').onDelete('cascade'),
    )
    .addColumn('date', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('mvp_hours', fraction, (column) => column.notNull().check(sql`mvp_hours >= 0`))
    .addColumn('extended_hours', fraction, (column) =>
      column.notNull().check(sql`extended_hours >= 0`),
    )
    .addColumn('author', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('version', 'integer', versionNumber)
    .execute();
  // Includes the hours, so that the index alone suffices to sum them.
  await createIndex('log_entries_of_pod', 'log_entries', [
    'pod_id',
    'date desc',
    'id desc',
    'mvp_hours',
    'extended_hours',
  ]);
  await createIndex('log_entries_newest', 'log_entries', ['date desc', 'id desc']);
  await countChanges('log_entries');
  await createIndex('history_of_kind', 'history', ['kind', 'what', 'id']);
};
