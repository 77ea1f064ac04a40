import type { Migration } from './schema.ts';

/**
 * Adds `uid`, which sorts by time of creation, to the index on `pod_id`. `findLineage` can then read the newest apps of a
 * pod in order, without sorting all of them.
 */
export const appsOfAPod: Migration = async ({ createIndex, dropIndex }) => {
  await dropIndex('apps_pod');
  await createIndex('apps_pod', 'apps', ['pod_id', 'uid']);
};
