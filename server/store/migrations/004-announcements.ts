import type { Migration } from './schema.ts';

/** PostgreSQL notifies its other connections that content has changed: see listening.ts. */
export const announcements: Migration = async ({ announceChanges }) => {
  await announceChanges('content_versions', 'content_changed');
};
