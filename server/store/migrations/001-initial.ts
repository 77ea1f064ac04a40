import { sql } from 'kysely';
import { type Migration, primaryKey, required, unique, versionNumber } from './schema.ts';

/** Creates the tables of the first release. tables.ts and state-rows.ts describe their columns. */
export const initial: Migration = async ({ db, createTable, createIndex, fraction }) => {
  await createTable('pods')
    .addColumn('id', 'text', primaryKey)
    .addColumn('uid', 'text', unique)
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('progress', fraction, (column) =>
      column.notNull().check(sql`progress between 0 and 100`),
    )
    .addColumn('team_size', 'integer', (column) => column.notNull().check(sql`team_size >= 1`))
    .addColumn('start_date', 'text', required)
    .addColumn('end_date', 'text')
    .addColumn('technologies', 'text', required)
    .addColumn('version', 'integer', versionNumber)
    .execute();

  await createTable('apps')
    .addColumn('id', 'text', primaryKey)
    .addColumn('uid', 'text', unique)
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('category', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('technologies', 'text', required)
    .addColumn('demo_url', 'text')
    .addColumn('github_url', 'text')
    .addColumn('pod_id', 'text', (column) => column.references('pods.id').onDelete('set null'))
    .addColumn('created_at', 'text', required)
    .addColumn('version', 'integer', versionNumber)
    .execute();
  await createIndex('apps_pod', 'apps', ['pod_id']);

  await createTable('blogs')
    .addColumn('id', 'text', primaryKey)
    .addColumn('uid', 'text', unique)
    .addColumn('title', 'text', required)
    .addColumn('excerpt', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('author', 'text', required)
    .addColumn('category', 'text', required)
    .addColumn('published_at', 'text', required)
    .addColumn('read_time', 'integer', (column) => column.notNull().check(sql`read_time >= 1`))
    .addColumn('featured', 'integer', (column) => column.notNull().check(sql`featured in (0, 1)`))
    .addColumn('tags', 'text', required)
    .addColumn('image_url', 'text')
    .addColumn('external_url', 'text')
    .addColumn('version', 'integer', versionNumber)
    .execute();
  await createIndex('blogs_newest', 'blogs', ['published_at desc', 'uid desc']);

  await createTable('milestones')
    .addColumn('id', 'text', primaryKey)
    .addColumn('title', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('date', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('version', 'integer', versionNumber)
    .execute();
  await createIndex('milestones_oldest', 'milestones', ['date', 'id']);

  await createTable('ideas')
    .addColumn('id', 'text', primaryKey)
    .addColumn('title', 'text', required)
    .addColumn('submitter_name', 'text', required)
    .addColumn('problem_statement', 'text', required)
    .addColumn('proposed_solution', 'text', required)
    .addColumn('target_audience', 'text', required)
    .addColumn('expected_impact', 'text', required)
    .addColumn('required_expertise', 'text', required)
    .addColumn('success_metrics', 'text')
    .addColumn('dependencies', 'text')
    .addColumn('status', 'text', required)
    .addColumn('notes', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('version', 'integer', versionNumber)
    .execute();

  await createTable('applications')
    .addColumn('id', 'text', primaryKey)
    .addColumn('full_name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('mattermost_handle', 'text', required)
    .addColumn('circles', 'text', required)
    .addColumn('meets_requirements', 'text', required)
    .addColumn('currently_in_circle', 'text', required)
    .addColumn('experience', 'text')
    .addColumn('availability', 'text')
    .addColumn('skills', 'text', required)
    .addColumn('linkedin', 'text')
    .addColumn('github', 'text')
    .addColumn('portfolio', 'text')
    .addColumn('motivation', 'text')
    .addColumn('status', 'text', required)
    .addColumn('notes', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('version', 'integer', versionNumber)
    .execute();

  await createTable('contacts')
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('inquiry_type', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('version', 'integer', versionNumber)
    .execute();

  await createTable('users')
    .addColumn('id', 'text', primaryKey)
    .addColumn('username', 'text', required)
    .addColumn('username_key', 'text', unique)
    .addColumn('role', 'text', required)
    .addColumn('password_hash', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('version', 'integer', versionNumber)
    .execute();

  await createTable('sessions')
    .addColumn('token_hash', 'text', primaryKey)
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', required)
    .addColumn('used_at', 'text', required)
    .execute();
  await createIndex('sessions_user', 'sessions', ['user_id']);

  await createTable('idempotency_keys')
    .addColumn('scope', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('body_hash', 'text', required)
    .addColumn('answer', 'text', required)
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('idempotency_keys_pkey', ['scope', 'key'])
    .execute();
  await createIndex('idempotency_keys_oldest', 'idempotency_keys', ['created_at']);

  await createTable('rate_limits')
    .addColumn('key', 'text', primaryKey)
    .addColumn('points', 'integer', required)
    .addColumn('ends_at', 'text', required)
    .execute();
  await createIndex('rate_limits_ended', 'rate_limits', ['ends_at']);

  await createTable('locks')
    .addColumn('name', 'text', primaryKey)
    .addColumn('turn', 'integer', required)
    .execute();
  await db
    .insertInto('locks')
    .values([
      { name: 'users', turn: 0 },
      { name: 'first start', turn: 0 },
    ])
    .execute();

  await createTable('meta')
    .addColumn('key', 'text', primaryKey)
    .addColumn('value', 'text', required)
    .execute();
};
