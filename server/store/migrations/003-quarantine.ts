import { type Migration, primaryKey, required } from './schema.ts';

/** Adds the table of submissions that are held back until staff release or delete them. */
export const quarantine: Migration = async ({ createTable }) => {
  await createTable('quarantine')
    .addColumn('id', 'text', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('submission', 'text', required)
    .addColumn('suspicion', 'text', required)
    .execute();
};
