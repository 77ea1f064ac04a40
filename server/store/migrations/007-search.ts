import { type Migration, primaryKey, required } from './schema.ts';
import { statusCounts } from './status-counts.ts';
import { firstByAge, textIndex } from './text-index.ts';

/**
 * Adds tables by which long lists of submissions are counted and searched: the number of rows of each status, and
 * searchable texts with trigram indexes. search-texts.ts writes the texts of existing rows once the server runs.
 */
export const search: Migration = async (schema) => {
  const { engine, createTable, createIndex, run } = schema;
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
    await textIndex(schema, texts, firstByAge(table));
  }
};
