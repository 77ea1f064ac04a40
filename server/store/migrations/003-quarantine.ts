import type { Migration } from './schema.ts';

/** Submissions that staff look at before they are let in. */
export const quarantine: Migration = async ({ table }) => {
  await table('quarantine', [
    'id text primary key',
    'kind text not null',
    'submission text not null',
    'suspicion text not null',
  ]);
};
