import type { Migration } from './schema.ts';

/** Sorts the index of a pod's apps by age, so that the newest are found without reading all of them. */
export const appsOfAPod: Migration = async ({ createIndex, run }) => {
  await run('drop index apps_pod');
  await createIndex('apps_pod', 'apps', ['pod_id', 'uid']);
};
