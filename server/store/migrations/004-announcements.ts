import type { Migration } from './schema.ts';

/** PostgreSQL tells its other connections that content has changed: see listening.ts. */
export const announcements: Migration = async ({ announcer }) => {
  await announcer('content_versions', 'content_changed');
};
