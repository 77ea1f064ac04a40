import type { Migration } from './schema.ts';

/**
 * Adds indexes of the applications and contacts that still have personal data, by age. The column `email` is empty once
 * the personal data has been removed: see retention.ts.
 */
export const retention: Migration = async ({ createIndex }) => {
  for (const table of ['applications', 'contacts']) {
    await createIndex(`${table}_personal`, table, ['id'], {
      where: (where) => where('email', '<>', ''),
    });
  }
};
