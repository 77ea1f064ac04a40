import type { Migration } from './schema.ts';

/** Adds triggers that notify PostgreSQL connections of changed content: see listening.ts. Does nothing on SQLite. */
export const announcements: Migration = async ({ announceChanges }) => {
  await announceChanges('content_versions', 'content_changed');
};
