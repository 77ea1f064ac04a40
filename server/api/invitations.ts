import { Invitation, InvitationDraft, InvitationLink } from '#contract/invitation.ts';
import { z } from '#contract/zod.ts';
import {
  addInvitationSecret,
  createInvitation,
  deleteInvitation,
  invitationPath,
  listInvitations,
} from '../store/invitation.ts';
import type { ApiDeps } from './deps.ts';
import { del, get, post, postWithoutBody, type Route } from './route.ts';

/** The routes with which admins manage invitations. entrance.ts has the routes for the people who are invited. */
export const invitationRoutes = ({ db, clock, mail }: ApiDeps): Route[] => [
  get(
    '/api/admin/invitations',
    { access: 'invitations', summary: 'Open invitations', answer: z.array(Invitation) },
    () => listInvitations(db, clock()),
  ),
  post(
    '/api/admin/invitations',
    {
      access: 'invitations',
      summary: 'Invite somebody to the staff area; the link is mailed, where mail is configured',
      body: InvitationDraft,
      answer: Invitation,
    },
    ({ body, user, write }) =>
      write((tx) =>
        createInvitation(tx, body, user, { now: clock(), canMail: mail !== undefined }),
      ),
  ),
  postWithoutBody(
    '/api/admin/invitations/:id/link',
    {
      access: 'invitations',
      summary: 'Make a link to an invitation; it is shown only now',
      answer: InvitationLink,
    },
    ({ id, write }) =>
      write(async (tx) => ({ path: invitationPath(await addInvitationSecret(tx, id, clock())) })),
  ),
  del(
    '/api/admin/invitations/:id',
    { access: 'invitations', summary: 'Withdraw an invitation' },
    ({ id, write }) => write((tx) => deleteInvitation(tx, id)),
  ),
];
