import type { Migration } from './schema.ts';

/**
 * Adds indexes of the applications and contacts that still hold personal data, by age. `email` is empty once that data
 * is removed.
 */
export const retention: Migration = async ({ createIndex }) => {
  for (const table of ['applications', 'contacts']) {
    await createIndex(`${table}_personal`, table, ['id'], {
      where: (where) => where('email', '<>', ''),
    });
  }
};
