import type { Migration } from './schema.ts';

/** Finds the applications and messages that still hold personal data, oldest first. */
export const retention: Migration = async ({ run }) => {
  for (const table of ['applications', 'contacts']) {
    await run(`create index ${table}_personal on ${table} (id) where email <> ''`);
  }
};
