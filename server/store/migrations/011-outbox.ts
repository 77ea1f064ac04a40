import { type Migration, primaryKey, required, versionNumber } from './schema.ts';

/** Adds tables for the mails that wait to be sent, and for the mail settings of staff. */
export const outbox: Migration = async ({ createTable, createIndex }) => {
  await createTable('outbox')
    .addColumn('id', 'text', primaryKey)
    .addColumn('topic', 'text', required)
    .addColumn('kind', 'text')
    .addColumn('submission_id', 'text')
    // `user_id` is no foreign key. A submission queues digests, and must not fail because their recipient is deleted at
    // the same moment.
    .addColumn('user_id', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', 'text', required)
    .addColumn('claimed_until', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('given_up_at', 'text')
    .addColumn('last_error', 'text')
    .execute();
  await createIndex('outbox_next_at', 'outbox', ['next_at']);
  await createIndex('outbox_submission', 'outbox', ['submission_id']);
  for (const column of ['submission_id', 'user_id']) {
    await createIndex(`outbox_waiting_${column}`, 'outbox', ['topic', column], {
      isUnique: true,
      where: (where) => where('given_up_at', 'is', null),
    });
  }
  await createTable('mail_settings')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('email', 'text')
    .addColumn('wants_digest', 'integer', required)
    .addColumn('told_until', 'text', required)
    .addColumn('next_digest_at', 'text')
    .addColumn('version', 'integer', versionNumber)
    .execute();
};
