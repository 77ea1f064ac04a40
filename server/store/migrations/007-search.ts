import { type Migration, primaryKey, required } from './schema.ts';
import { statusCounts } from './status-counts.ts';
import { firstByAge, textIndex } from './text-index.ts';

/**
 * For lists of any length: the number of rows of each status, and the searchable text of each row, with an index. The
 * texts of rows that are there already are written after the start, a few at a time: see search-texts.ts.
 */
export const search: Migration = async ({ engine, createTable, createIndex, run }) => {
  await createTable('status_counts')
    .addColumn('kind', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('count', 'integer', required)
    .addPrimaryKeyConstraint('status_counts_pkey', ['kind', 'status'])
    .execute();
  for (const [table, texts] of [
    ['ideas', 'idea_texts'],
    ['applications', 'application_texts'],
    ['contacts', 'contact_texts'],
  ] as const) {
    await createIndex(`${table}_status`, table, ['status', 'id']);
    for (const statement of statusCounts(engine, table)) await run(statement);
    await createTable(texts)
      .addColumn('id', 'text', (column) =>
        primaryKey(column.references(`${table}.id`).onDelete('cascade')),
      )
      .addColumn('text', 'text', required)
      .execute();
    for (const statement of textIndex(engine, texts, firstByAge(table))) await run(statement);
  }
};
