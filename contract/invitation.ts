import * as field from './fields.ts';
import { password, role, username } from './user.ts';
import { defaultRole } from './vocabulary.ts';
import { z } from './zod.ts';

export const invitationDays = 7;
/** `invitationDays` in words. */
export const invitationTime = 'a week';

export const InvitationDraft = z
  .object({
    username,
    email: field.emptiableEmail().default(null),
    role: role.default(defaultRole),
  })
  .meta({ id: 'InvitationDraft' });
export type InvitationDraft = z.infer<typeof InvitationDraft>;

/** An open invitation, as admins see it. */
export const Invitation = z
  .object({
    id: field.id(),
    username: z.string(),
    email: z.string().nullable(),
    role: z.string(),
    invitedBy: z.string(),
    endsAt: z.iso.datetime(),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof Invitation>;

/** A link for the invited person. The secret is in the fragment of `path`, which browsers do not send to servers. */
export const InvitationLink = z.object({ path: z.string() }).meta({ id: 'InvitationLink' });
export type InvitationLink = z.infer<typeof InvitationLink>;

const secret = z.string({ error: 'Send the secret of the link.' }).max(100);

export const InvitationSecret = z.object({ secret }).meta({ id: 'InvitationSecret' });

/** An invitation, as the invited person sees it. */
export const OwnInvitation = Invitation.pick({
  username: true,
  email: true,
  role: true,
  endsAt: true,
}).meta({ id: 'OwnInvitation' });
export type OwnInvitation = z.infer<typeof OwnInvitation>;

export const InvitationAnswer = z
  .object({ secret, password: password() })
  .meta({ id: 'InvitationAnswer' });
export type InvitationAnswer = z.infer<typeof InvitationAnswer>;
