import { entrances } from '#contract/entrance.ts';
import { type Invitation, type InvitationDraft, invitationDays } from '#contract/invitation.ts';
import type { User } from '#contract/user.ts';
import { NotFound } from '../errors.ts';
import { newId } from './id.ts';
import { takeTurn } from './lock.ts';
import { queueMail } from './outbox.ts';
import { hashOf, newSecret } from './receipt.ts';
import type { InvitationRow, OutboxRow } from './state-rows.ts';
import type { Db } from './store.ts';
import {
  checkAddressIsFree,
  checkNameIsFree,
  createUser,
  emailKeyOf,
  keyOf,
  type NewUser,
} from './user.ts';

/**
 * An admin invites somebody, who chooses a password by a secret link. The database holds only hashes of the secrets. The
 * link that the admin sees and the one in the mail are two, because the mail is written when it is sent. An invitation
 * ends with the account or the role of the admin who made it.
 *
 * All writes need the turn of staff.
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
  { now, isMailed }: { now: Date; isMailed: boolean },
): Promise<Invitation> {
  await sweepInvitations(tx, now);
  await checkNameIsFree(tx, username, now);
  await checkAddressIsFree(tx, email, now);
  const row: InvitationRow = {
    id: newId(now),
    username,
    username_key: keyOf(username),
    email,
    email_key: emailKeyOf(email),
    role,
    inviter_id: inviter.id,
    created_at: now.toISOString(),
    ends_at: new Date(now.getTime() + invitationDays * 24 * 60 * 60_000).toISOString(),
  };
  await tx.insertInto('invitations').values(row).execute();
  if (email && isMailed) await queueMail(tx, 'invitation', null, row.id, now);
  return toInvitation(row, inviter.username);
}

/** Makes a secret that opens the invitation, and returns it. Those from before work as well. */
export async function addInvitationSecret(tx: Db, id: string, now: Date): Promise<string> {
  if (!(await findOpen(tx, id, now))) throw new NotFound('invitation');
  const secret = newSecret();
  await tx
    .insertInto('invitation_secrets')
    .values({ secret_hash: hashOf(secret), invitation_id: id })
    .execute();
  return secret;
}

/** The secret is in the fragment, which browsers send to no server. */
export const invitationPath = (secret: string) => `${entrances.invite}#${secret}`;

/** Deletes a secret that nobody has got. */
export async function forgetInvitationSecret(tx: Db, secret: string): Promise<void> {
  await tx.deleteFrom('invitation_secrets').where('secret_hash', '=', hashOf(secret)).execute();
}

/** Withdraws an invitation: all of its links end. */
export async function deleteInvitation(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('outbox').where('submission_id', '=', id).execute();
  const row = await tx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new NotFound('invitation');
}

/** The invitation behind a link. A wrong secret is answered like one that was used, withdrawn or has expired. */
export async function findInvitation(db: Db, secret: string, now: Date): Promise<InvitationRow> {
  const row = await db
    .selectFrom('invitation_secrets')
    .innerJoin('invitations', 'invitations.id', 'invitation_id')
    .selectAll('invitations')
    .where('secret_hash', '=', hashOf(secret))
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst();
  if (!row) throw new NotFound('invitation');
  return row;
}

/** The open invitation of an address. */
export const findInvitationOf = (
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

/** Makes the invited user. The invitation is gone afterwards, so it is accepted once. */
export async function acceptInvitation(
  tx: Db,
  { id, username, role, email }: InvitationRow,
  { passwordHash }: Pick<NewUser, 'passwordHash'>,
  now: Date,
) {
  await deleteInvitation(tx, id);
  return createUser(tx, { username, role, email, passwordHash }, now);
}

const findOpen = (db: Db, id: string, now: Date): Promise<InvitationRow | undefined> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirst();

/** The facts of the mail to somebody who is invited. */
export interface InvitationMail {
  email: string;
  username: string;
  endsAt: string;
  /** A new one for each attempt. */
  secret: string;
}

/** Returns undefined when the invitation is no longer open. */
export async function prepareInvitationMail(
  tx: Db,
  { submission_id }: OutboxRow,
  now: Date,
): Promise<InvitationMail | undefined> {
  await takeTurn(tx, 'staff');
  const row = await findOpen(tx, submission_id ?? '', now);
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
