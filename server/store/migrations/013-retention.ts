import type { Migration } from './schema.ts';

/**
 * Adds indexes of the applications and contacts that still have personal data, by age. Their `email` is empty once that
 * data is removed: see retention.ts.
 */
export const retention: Migration = async ({ createIndex }) => {
  for (const table of ['applications', 'contacts']) {
    await createIndex(`${table}_personal`, table, ['id'], {
      where: (where) => where('email', '<>', ''),
    });
  }
};
