import { type Migration, required } from './schema.ts';

/** Adds a table of connections between ideas, pods, apps and posts. Also replaces an index of the outbox by two. */
export const connections: Migration = async ({
  createTable,
  createIndex,
  dropIndex,
  countChanges,
  engine,
  run,
}) => {
  await createTable('connections')
    .addColumn('from_kind', 'text', required)
    .addColumn('from_id', 'text', required)
    .addColumn('to_kind', 'text', required)
    .addColumn('to_id', 'text', required)
    .addPrimaryKeyConstraint('connections_key', ['from_kind', 'from_id', 'to_kind', 'to_id'])
    .execute();
  await createIndex('connections_to', 'connections', ['to_kind', 'to_id', 'from_kind', 'from_id']);
  await countChanges('connections');
  // Pods, apps and posts are deleted permanently, so triggers delete their connections. An idea can come back from the
  // trash, so erase.ts deletes its connections when the idea is erased.
  for (const kind of ['pods', 'apps', 'blogs']) {
    const remove = `delete from connections
      where (from_kind = '${kind}' and from_id = old.id) or (to_kind = '${kind}' and to_id = old.id);`;
    if (engine === 'sqlite') {
      await run(`create trigger ${kind}_disconnected after delete on ${kind} begin ${remove} end`);
    } else {
      await run(`create function disconnect_${kind}() returns trigger language plpgsql
        as $$ begin ${remove} return null; end $$`);
      await run(`create trigger ${kind}_disconnected after delete on ${kind} for each row
        execute function disconnect_${kind}()`);
    }
  }
  await createIndex('outbox_due', 'outbox', ['next_at'], {
    where: (where) => where('given_up_at', 'is', null),
  });
  await createIndex('outbox_given_up', 'outbox', ['given_up_at'], {
    where: (where) => where('given_up_at', 'is not', null),
  });
  await dropIndex('outbox_next_at');
};
