import type { Migration } from './schema.ts';

/** How often each kind of public content has changed, counted by the database itself. See versions.ts. */
export const contentVersions: Migration = async ({ table, insert, counter }) => {
  await table('content_versions', ['topic text primary key', 'version integer not null']);
  for (const topic of ['pods', 'apps', 'blogs', 'milestones', 'ideas']) {
    await insert(`content_versions (topic, version) values ('${topic}', 0)`);
    await counter(topic, 'update content_versions set version = version + 1 where topic =');
  }
};
