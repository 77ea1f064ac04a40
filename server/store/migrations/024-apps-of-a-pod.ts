import type { Migration } from './schema.ts';

/** Adds `uid` to the index on `pod_id`, so that `findLineage` can read the newest apps of a pod without sorting. */
export const appsOfAPod: Migration = async ({ createIndex, dropIndex }) => {
  await dropIndex('apps_pod');
  await createIndex('apps_pod', 'apps', ['pod_id', 'uid']);
};
