import { signedOutPages } from '#contract/entrance.ts';
import { type Invitation, type InvitationDraft, invitationDays } from '#contract/invitation.ts';
import type { User } from '#contract/user.ts';
import { NotFound } from '../errors.ts';
import { newId } from './id.ts';
import { takeLock } from './lock.ts';
import { queueMail } from './outbox.ts';
import { newSecret, secretHashOf } from './receipt.ts';
import type { InvitationRow, OutboxRow } from './state-rows.ts';
import type { Db } from './store.ts';
import {
  checkAddressIsFree,
  checkNameIsFree,
  createUser,
  emailKeyOf,
  type NewUser,
  usernameKeyOf,
} from './user.ts';

/**
 * An admin invites somebody, who then chooses a password through a secret link, or signs in at the OpenID provider with
 * the invited e-mail address. The database has only hashes of the secrets, so each attempt to send a mail creates a new
 * secret. An invitation is deleted when its inviter is deleted or gets another role.
 *
 * Callers that create, accept or delete an invitation must hold the lock `staff` (lock.ts).
 */

export async function listInvitations(db: Db, now: Date): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'inviter_id')
    .selectAll('invitations')
    .select('users.username as inviter')
    .where('ends_at', '>', now.toISOString())
    .orderBy('invitations.id', 'desc')
    .execute();
  return rows.map((row) => toInvitation(row, row.inviter));
}

export async function createInvitation(
  tx: Db,
  { username, email, role }: InvitationDraft,
  inviter: Pick<User, 'id' | 'username'>,
  { now, canMail }: { now: Date; canMail: boolean },
): Promise<Invitation> {
  // An expired invitation would still occupy its username and e-mail address.
  await sweepInvitations(tx, now);
  await checkNameIsFree(tx, username, now);
  await checkAddressIsFree(tx, email, now);
  const row: InvitationRow = {
    id: newId(now),
    username,
    username_key: usernameKeyOf(username),
    email,
    email_key: emailKeyOf(email),
    role,
    inviter_id: inviter.id,
    created_at: now.toISOString(),
    ends_at: new Date(now.getTime() + invitationDays * 24 * 60 * 60_000).toISOString(),
  };
  await tx.insertInto('invitations').values(row).execute();
  if (email && canMail) await queueMail(tx, 'invitation', null, row.id, now);
  return toInvitation(row, inviter.username);
}

/** Creates another secret for an invitation and returns it. Earlier secrets stay valid. */
export async function addInvitationSecret(tx: Db, id: string, now: Date): Promise<string> {
  if (!(await findUnexpired(tx, id, now))) throw new NotFound('invitation');
  const secret = newSecret();
  await tx
    .insertInto('invitation_secrets')
    .values({ secret_hash: secretHashOf(secret), invitation_id: id })
    .execute();
  return secret;
}

/** Puts the secret into the fragment of the URL, because browsers never send fragments to a server. */
export const invitationPath = (secret: string) => `${signedOutPages.invite}#${secret}`;

/** Deletes the hash of the secret of a mail that was certainly not sent. */
export async function deleteInvitationSecret(tx: Db, secret: string): Promise<void> {
  await tx
    .deleteFrom('invitation_secrets')
    .where('secret_hash', '=', secretHashOf(secret))
    .execute();
}

/** Deletes an invitation, its secrets (`on delete cascade`) and its mail in the outbox. */
export async function deleteInvitation(tx: Db, id: string): Promise<void> {
  // For an invitation mail, `submission_id` is the id of the invitation.
  await tx.deleteFrom('outbox').where('submission_id', '=', id).execute();
  const row = await tx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new NotFound('invitation');
}

/** Finds the invitation with this secret. Throws the same NotFound for an unknown secret and an expired invitation. */
export async function findInvitation(db: Db, secret: string, now: Date): Promise<InvitationRow> {
  const row = await db
    .selectFrom('invitation_secrets')
    .innerJoin('invitations', 'invitations.id', 'invitation_id')
    .selectAll('invitations')
    .where('secret_hash', '=', secretHashOf(secret))
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst();
  if (!row) throw new NotFound('invitation');
  return row;
}

/** Finds the invitation of an e-mail address, unless it has expired. */
export const findInvitationByEmail = (
  db: Db,
  email: string,
  now: Date,
): Promise<InvitationRow | undefined> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('email_key', '=', emailKeyOf(email))
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst();

/** Creates the invited user, and deletes the invitation, so that it can be accepted only once. */
export async function acceptInvitation(
  tx: Db,
  { id, username, role, email }: InvitationRow,
  { passwordHash }: Pick<NewUser, 'passwordHash'>,
  now: Date,
) {
  await deleteInvitation(tx, id);
  return createUser(tx, { username, role, email, passwordHash }, now);
}

const findUnexpired = (db: Db, id: string, now: Date): Promise<InvitationRow | undefined> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst();

export interface InvitationMail {
  email: string;
  username: string;
  endsAt: string;
  /** New for each attempt to send the mail. */
  secret: string;
}

/** Returns undefined if the invitation has expired, was deleted or has no e-mail address. */
export async function prepareInvitationMail(
  tx: Db,
  { submission_id }: OutboxRow,
  now: Date,
): Promise<InvitationMail | undefined> {
  await takeLock(tx, 'staff');
  const row = await findUnexpired(tx, submission_id ?? '', now);
  if (!row?.email) return undefined;
  const secret = await addInvitationSecret(tx, row.id, now);
  return { email: row.email, username: row.username, endsAt: row.ends_at, secret };
}

export async function sweepInvitations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('invitations').where('ends_at', '<=', now.toISOString()).execute();
}

const toInvitation = (row: InvitationRow, invitedBy: string): Invitation => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  invitedBy,
  endsAt: row.ends_at,
});
