import { type IndexedRows, type Migration, primaryKey, required } from './schema.ts';
import { firstByAge, textIndex } from './text-index.ts';

export const similarAndPresses: Migration = async (schema) => {
  await similar(schema);
  await presses(schema);
  await follows(schema);
};

/**
 * Adds a table of the titles of ideas with a trigram index, to find similar ideas. search-texts.ts writes the titles of
 * existing ideas once the server runs. Adds the column that marks an idea as a duplicate: see duplicate.ts.
 */
const similar: Migration = async (schema) => {
  const { engine, addColumn, createTable, createIndex, run } = schema;
  await createTable('idea_titles')
    .addColumn('id', 'text', (column) =>
      primaryKey(column.references('ideas.id').onDelete('cascade')),
    )
    .addColumn('text', 'text', required)
    .execute();
  await textIndex(schema, 'idea_titles', firstByAge('ideas'));
  if (engine === 'postgres') {
    // By default, a GIN index collects new entries in a pending list of up to 4 MB, which every search must read.
    await run('alter index if exists idea_titles_index set (fastupdate = off)');
  }

  // `duplicate_of` is no foreign key: the main idea may be in the trash, and come back.
  await addColumn('ideas', 'duplicate_of', 'text');
  await createIndex('ideas_duplicate_of', 'ideas', ['duplicate_of', 'id'], {
    where: (where) => where('duplicate_of', 'is not', null),
  });
};

/** Adds tables for presses (clicks of visitors on the buttons of an idea) and for their counts: see press.ts. */
const presses: Migration = async ({ createTable, createIndex, countChanges }) => {
  await createTable('presses')
    .addColumn('id', 'text', primaryKey)
    // `idea_id` is no foreign key: the idea may be in the trash, and come back with its presses.
    .addColumn('idea_id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('browser_hash', 'text', required)
    .addColumn('network_hash', 'text')
    .addColumn('is_counted', 'integer', required)
    .addColumn('name', 'text')
    .addColumn('email', 'text')
    .addColumn('created_at', 'text', required)
    .execute();
  for (const column of ['browser_hash', 'network_hash']) {
    await createIndex(`presses_${column}`, 'presses', ['idea_id', 'kind', column], {
      isUnique: true,
    });
  }
  // `presses_helpers` serves the list of helpers that staff see. The three indexes after it serve sweeps.
  const hasDetails: IndexedRows = (where) =>
    where('name', 'is not', null).or('email', 'is not', null);
  await createIndex('presses_helpers', 'presses', ['idea_id', 'id'], { where: hasDetails });
  await createIndex('presses_details', 'presses', ['created_at'], { where: hasDetails });
  await createIndex('presses_networks', 'presses', ['created_at'], {
    where: (where) => where('network_hash', 'is not', null),
  });
  await createIndex('presses_uncounted', 'presses', ['created_at'], {
    where: (where) => where('is_counted', '=', 0).and('name', 'is', null).and('email', 'is', null),
  });
  await createTable('press_counts')
    .addColumn('idea_id', 'text', primaryKey)
    .addColumn('me_too', 'integer', required)
    .addColumn('can_help', 'integer', required)
    .execute();
  await countChanges('press_counts');
};

/** Adds tables for e-mail addresses that follow an idea, and for hashes of the secrets in mails: see follow.ts. */
const follows: Migration = async ({ createTable, createIndex }) => {
  await createTable('follows')
    .addColumn('id', 'text', primaryKey)
    .addColumn('idea_id', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', required)
    .addColumn('asked_at', 'text', required)
    .addColumn('confirmed_at', 'text')
    .execute();
  await createIndex('follows_address', 'follows', ['idea_id', 'email_key'], { isUnique: true });
  await createIndex('follows_unconfirmed', 'follows', ['asked_at'], {
    where: (where) => where('confirmed_at', 'is', null),
  });
  await createTable('follow_secrets')
    .addColumn('secret_hash', 'text', primaryKey)
    .addColumn('follow_id', 'text', required)
    .execute();
  await createIndex('follow_secrets_follow', 'follow_secrets', ['follow_id']);
};
