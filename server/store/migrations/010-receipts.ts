import { type Migration, primaryKey, required } from './schema.ts';

/**
 * Adds tables for the private receipts of senders: `receipts` with hashes of their secrets, `messages` between senders
 * and staff, and `erasures` with the ids of erased submissions.
 */
export const receipts: Migration = async ({ addColumn, createTable, createIndex }) => {
  await addColumn('ideas', 'email', 'text');
  await addColumn('idempotency_keys', 'receipt_salt', 'text');
  await addColumn('idempotency_keys', 'submission_id', 'text');
  await createIndex('idempotency_keys_submission', 'idempotency_keys', ['submission_id']);
  await createTable('receipts')
    .addColumn('secret_hash', 'text', primaryKey)
    .addColumn('kind', 'text', required)
    .addColumn('submission_id', 'text', required)
    .execute();
  await createIndex('receipts_submission', 'receipts', ['submission_id']);
  await createTable('messages')
    .addColumn('id', 'text', primaryKey)
    .addColumn('submission_id', 'text', required)
    .addColumn('username', 'text')
    .addColumn('text', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute();
  await createIndex('messages_submission', 'messages', ['submission_id', 'id']);
  await createTable('erasures')
    .addColumn('submission_id', 'text', primaryKey)
    .addColumn('erased_at', 'text', required)
    .execute();
};
