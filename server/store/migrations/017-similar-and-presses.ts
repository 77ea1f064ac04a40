import { type Migration, primaryKey, required } from './schema.ts';
import { textIndex } from './text-index.ts';

/**
 * Ideas that are alike: the titles with a trigram index, and which idea is a duplicate of which. The titles of ideas that
 * are there already are written after the start: see search-texts.ts.
 */
export const similarAndPresses: Migration = async ({ addColumn, createTable, engine, run }) => {
  await createTable('idea_titles')
    .addColumn('id', 'text', (column) =>
      primaryKey(column.references('ideas.id').onDelete('cascade')),
    )
    .addColumn('text', 'text', required)
    .execute();
  for (const statement of textIndex(engine, 'idea_titles', 'ideas')) await run(statement);
  if (engine === 'postgres') {
    // Otherwise new titles wait in a list that every search reads as a whole, up to 4 MB of it.
    await run('alter index if exists idea_titles_index set (fastupdate = off)');
  }

  // No reference: the other idea may be in the trash, and come back.
  await addColumn('ideas', 'duplicate_of', 'text');
  await run(`create index ideas_duplicate_of on ideas (duplicate_of, id)
    where duplicate_of is not null`);
};
