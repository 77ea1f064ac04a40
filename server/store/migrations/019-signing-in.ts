import { type Migration, primaryKey, required, type Schema } from './schema.ts';

/** Adds e-mail addresses of users, second factors (second-factor.ts), and invitations (invitation.ts). */
export const signingIn: Migration = async (schema) => {
  await users(schema);
  await secondFactors(schema);
  await invitations(schema);
};

async function users({ addColumn, createIndex }: Schema): Promise<void> {
  // The name is not `email`: instances of the previous version may still run. They join `users` with `mail_settings`,
  // and `email` would become ambiguous in their queries.
  await addColumn('users', 'sign_in_email', 'text');
  await addColumn('users', 'email_key', 'text');
  await createIndex('users_email_key', 'users', ['email_key'], { isUnique: true });
  await addColumn('users', 'has_second_factor', 'integer', (column) =>
    column.notNull().defaultTo(0),
  );
}

async function secondFactors({ createTable, createIndex }: Schema): Promise<void> {
  await createTable('totp_secrets')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('secret', 'text', required)
    .addColumn('last_step', 'integer', required)
    .execute();
  await createTable('recovery_codes')
    .addColumn('code_hash', 'text', primaryKey)
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .execute();
  await createIndex('recovery_codes_user', 'recovery_codes', ['user_id']);
}

async function invitations({ createTable, createIndex }: Schema): Promise<void> {
  await createTable('invitations')
    .addColumn('id', 'text', primaryKey)
    .addColumn('username', 'text', required)
    .addColumn('username_key', 'text', required)
    .addColumn('email', 'text')
    .addColumn('email_key', 'text')
    .addColumn('role', 'text', required)
    // The cascade deletes the invitations of a deleted admin, who could otherwise use one to come back.
    .addColumn('inviter_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', required)
    .addColumn('ends_at', 'text', required)
    .execute();
  for (const column of ['username_key', 'email_key']) {
    await createIndex(`invitations_${column}`, 'invitations', [column], { isUnique: true });
  }
  await createIndex('invitations_inviter', 'invitations', ['inviter_id']);
  await createTable('invitation_secrets')
    .addColumn('secret_hash', 'text', primaryKey)
    .addColumn('invitation_id', 'text', (column) =>
      column.notNull().references('invitations.id').onDelete('cascade'),
    )
    .execute();
  await createIndex('invitation_secrets_invitation', 'invitation_secrets', ['invitation_id']);
}
