import type { Migration } from './schema.ts';

/** Everything the site keeps. See tables.ts for what the columns mean. */
export const initial: Migration = async ({ table, index, insert }) => {
  await table('pods', [
    'id text primary key',
    'uid text not null unique',
    'name text not null',
    'description text not null',
    'status text not null',
    'progress REAL not null check (progress between 0 and 100)',
    'team_size integer not null check (team_size >= 1)',
    'start_date text not null',
    'end_date text',
    'technologies text not null',
    'version integer not null default 1',
  ]);

  await table('apps', [
    'id text primary key',
    'uid text not null unique',
    'name text not null',
    'description text not null',
    'category text not null',
    'status text not null',
    'technologies text not null',
    'demo_url text',
    'github_url text',
    'pod_id text references pods (id) on delete set null',
    'created_at text not null',
    'version integer not null default 1',
  ]);
  await index('apps_pod', 'apps (pod_id)');

  await table('blogs', [
    'id text primary key',
    'uid text not null unique',
    'title text not null',
    'excerpt text not null',
    'content text not null',
    'author text not null',
    'category text not null',
    'published_at text not null',
    'read_time integer not null check (read_time >= 1)',
    'featured integer not null check (featured in (0, 1))',
    'tags text not null',
    'image_url text',
    'external_url text',
    'version integer not null default 1',
  ]);
  await index('blogs_newest', 'blogs (published_at desc, uid desc)');

  await table('milestones', [
    'id text primary key',
    'title text not null',
    'description text not null',
    'date text not null',
    'type text not null',
    'version integer not null default 1',
  ]);
  await index('milestones_oldest', 'milestones (date, id)');

  await table('ideas', [
    'id text primary key',
    'title text not null',
    'submitter_name text not null',
    'problem_statement text not null',
    'proposed_solution text not null',
    'target_audience text not null',
    'expected_impact text not null',
    'required_expertise text not null',
    'success_metrics text',
    'dependencies text',
    'status text not null',
    'notes text',
    'created_at text not null',
    'version integer not null default 1',
  ]);

  await table('applications', [
    'id text primary key',
    'full_name text not null',
    'email text not null',
    'role text not null',
    'mattermost_handle text not null',
    'circles text not null',
    'meets_requirements text not null',
    'currently_in_circle text not null',
    'experience text',
    'availability text',
    'skills text not null',
    'linkedin text',
    'github text',
    'portfolio text',
    'motivation text',
    'status text not null',
    'notes text',
    'created_at text not null',
    'version integer not null default 1',
  ]);

  await table('contacts', [
    'id text primary key',
    'name text not null',
    'email text not null',
    'subject text not null',
    'inquiry_type text not null',
    'message text not null',
    'status text not null',
    'created_at text not null',
    'version integer not null default 1',
  ]);

  await table('users', [
    'id text primary key',
    'username text not null',
    'username_key text not null unique',
    'role text not null',
    'password_hash text not null',
    'created_at text not null',
    'version integer not null default 1',
  ]);

  await table('sessions', [
    'token_hash text primary key',
    'user_id text not null references users (id) on delete cascade',
    'created_at text not null',
    'used_at text not null',
  ]);
  await index('sessions_user', 'sessions (user_id)');

  await table('idempotency_keys', [
    'scope text not null',
    'key text not null',
    'body_hash text not null',
    'answer text not null',
    'created_at text not null',
    'primary key (scope, key)',
  ]);
  await index('idempotency_keys_oldest', 'idempotency_keys (created_at)');

  await table('rate_limits', [
    'key text primary key',
    'points integer not null',
    'ends_at text not null',
  ]);
  await index('rate_limits_ended', 'rate_limits (ends_at)');

  await table('locks', ['name text primary key', 'turn integer not null']);
  await insert("locks (name, turn) values ('users', 0), ('first start', 0)");

  await table('meta', ['key text primary key', 'value text not null']);
};
