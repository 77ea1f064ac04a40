import { type Engine, type Migration, primaryKey, required } from './schema.ts';
import { textIndex } from './text-index.ts';

/**
 * Adds tables of the searchable texts of projects, pods and posts, with trigram indexes. search-texts.ts writes the
 * texts of existing rows once the server runs. Adds `post_tags`, which lists the posts of each tag by publication time.
 */
export const siteSearch: Migration = async (schema) => {
  const { db, engine, createTable, createIndex, run } = schema;
  for (const [table, texts] of [
    ['apps', 'app_texts'],
    ['pods', 'pod_texts'],
    ['blogs', 'blog_texts'],
  ] as const) {
    await createTable(texts)
      .addColumn('id', 'text', (column) =>
        primaryKey(column.references(`${table}.uid`).onDelete('cascade')),
      )
      .addColumn('text', 'text', required)
      .execute();
    // With `select 0`, SQLite numbers these texts in the order in which they are written. There are too few of them for
    // an order by age to matter.
    await textIndex(schema, texts, 'select 0');
  }
  await createTable('post_tags')
    .addColumn('tag', 'text', required)
    .addColumn('published_at', 'text', required)
    .addColumn('uid', 'text', required)
    .addPrimaryKeyConstraint('post_tags_key', ['tag', 'published_at', 'uid'])
    .execute();
  await createIndex('post_tags_post', 'post_tags', ['uid']);
  for (const statement of tagTriggers(engine)) await run(statement);
  // Fires the update trigger for each existing post, so that its tags are written.
  await db
    .updateTable('blogs')
    .set('tags', (post) => post.ref('tags'))
    .execute();
};

/** Returns the statements that create the triggers, which update `post_tags` whenever posts change. */
function tagTriggers(engine: Engine): string[] {
  const elements =
    engine === 'sqlite'
      ? 'json_each(new.tags)'
      : 'jsonb_array_elements_text(new.tags::jsonb) as elements(value)';
  const add = `insert into post_tags (tag, published_at, uid)
    select value, new.published_at, new.uid from ${elements} where true on conflict do nothing;`;
  const remove = 'delete from post_tags where uid = old.uid;';
  const update = 'update of tags, published_at';
  if (engine === 'sqlite') {
    return [
      `create trigger post_tags_added after insert on blogs begin ${add} end`,
      `create trigger post_tags_removed after delete on blogs begin ${remove} end`,
      `create trigger post_tags_changed after ${update} on blogs begin ${remove} ${add} end`,
    ];
  }
  const trigger = (name: string, event: string, body: string, level = 'row') => [
    `create function post_tags_${name}() returns trigger language plpgsql
      as $$ begin ${body} return null; end $$`,
    `create trigger post_tags_${name} after ${event} on blogs for each ${level}
      execute function post_tags_${name}()`,
  ];
  return [
    ...trigger('added', 'insert', add),
    ...trigger('removed', 'delete', remove),
    ...trigger('changed', update, `${remove} ${add}`),
    ...trigger('emptied', 'truncate', 'delete from post_tags;', 'statement'),
  ];
}
