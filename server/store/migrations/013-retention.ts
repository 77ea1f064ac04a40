import type { Migration } from './schema.ts';

/**
 * Adds indexes of the applications and contacts that still hold personal data, by age. `email` is empty once that data
 * is removed.
 */
export const retention: Migration = async ({ run }) => {
  for (const table of ['applications', 'contacts']) {
    await run(`create index ${table}_personal on ${table} (id) where email <> ''`);
  }
};
