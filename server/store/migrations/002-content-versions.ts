import type { Migration } from './schema.ts';

/**
 * How often each kind of public content has changed, counted by the database itself: see versions.ts. And
 * the ideas of one status, which grow.
 */
export const contentVersions: Migration = async ({ table, index, insert, counter }) => {
  await table('content_versions', ['topic text primary key', 'version integer not null']);
  await index('ideas_by_status', 'ideas (status, id desc)');
  for (const topic of ['pods', 'apps', 'blogs', 'milestones', 'ideas']) {
    await insert(`content_versions (topic, version) values ('${topic}', 0)`);
    await counter(topic, 'update content_versions set version = version + 1 where topic =');
  }
};
