import * as drafts from '../drafts.ts';

const items = [{ id: '01a1dea6-4100-7000-8000-000000000000', version: 1 }];

/** For each kind of object, a kind that it can be connected with. */
const partners = { blogs: 'ideas', ideas: 'pods', pods: 'ideas', apps: 'ideas' };

/** A valid body for each route that accepts JSON. */
export const bodies: Record<string, object> = {
  'POST /api/admin/login': { username: 'nobody', password: 'wrong guess' },
  'POST /api/contact': drafts.contactDraft,
  'POST /api/ideas': drafts.ideaDraft,
  'POST /api/applications': drafts.applicationDraft,
  'PATCH /api/admin/profile': { username: 'taken over' },
  'POST /api/admin/profile/second-factor/on': {
    password: 'wrong guess',
    secret: 'A'.repeat(32),
    code: '123456',
  },
  'POST /api/admin/profile/second-factor/codes': { password: 'wrong guess' },
  'POST /api/admin/profile/second-factor/off': { password: 'wrong guess' },
  'POST /api/admin/invitations': drafts.invitationDraft,
  'POST /api/admin/invite': { secret: '0'.repeat(40) },
  'POST /api/admin/invite/accept': { secret: '0'.repeat(40), password: 'taken over' },
  'POST /api/admin/oidc/finish': { ticket: '0.guessed', query: '?code=guessed&state=guessed' },
  'PUT /api/admin/profile/mail': { email: 'taken@over.example', wantsDigest: true },
  'POST /api/admin/pods': drafts.podDraft,
  'PUT /api/admin/pods/:id': drafts.podDraft,
  'POST /api/admin/apps': drafts.appDraft,
  'PUT /api/admin/apps/:id': drafts.appDraft,
  'POST /api/admin/blogs': drafts.blogDraft,
  'PUT /api/admin/blogs/:id': drafts.blogDraft,
  'POST /api/admin/manuscripts': drafts.blogDraft,
  'PUT /api/admin/manuscripts/:id': drafts.blogDraft,
  'PUT /api/admin/manuscripts/:id/publication': { scheduledFor: null },
  'POST /api/admin/preview': { content: 'seen' },
  'POST /api/admin/log': drafts.logDraft,
  'PUT /api/admin/log/:id': drafts.logDraft,
  'POST /api/admin/milestones': drafts.milestoneDraft,
  'PUT /api/admin/milestones/:id': drafts.milestoneDraft,
  'PATCH /api/admin/applications/:id/status': { status: 'accepted', notes: 'let in' },
  'PATCH /api/admin/ideas/:id/status': { status: 'approved', notes: 'let in' },
  'PUT /api/admin/ideas/:id/duplicate': { of: null },
  'PATCH /api/admin/contacts/:id/status': { status: 'closed' },
  'PATCH /api/admin/several/applications': { items, status: 'accepted' },
  'PATCH /api/admin/several/ideas': { items, status: 'approved' },
  'PATCH /api/admin/several/contacts': { items, status: 'closed' },
  'POST /api/admin/several/applications/delete': { items },
  'POST /api/admin/several/ideas/delete': { items },
  'POST /api/admin/several/contacts/delete': { items },
  'POST /api/admin/several/restore': { ids: items.map(({ id }) => id) },
  'POST /api/admin/applications/:id/messages': { text: 'let in' },
  'POST /api/admin/ideas/:id/messages': { text: 'let in' },
  'POST /api/admin/contacts/:id/messages': { text: 'let in' },
  'PUT /api/receipts/:id/idea': drafts.ideaDraft,
  'PUT /api/receipts/:id/application': drafts.applicationDraft,
  'PUT /api/receipts/:id/contact': drafts.contactDraft,
  'PUT /api/presses/:id': { kind: 'can-help', browser: '0'.repeat(32), isPressed: true },
  'POST /api/ideas/:id/follow': { email: 'taken@over.example' },
  'POST /api/receipts/:id/messages': { text: 'guessed' },
  ...Object.fromEntries(
    Object.entries(partners).flatMap(([kind, partner]) =>
      ['add', 'remove'].map((act) => [
        `POST /api/admin/connections/${kind}/:id/${act}`,
        { kind: partner, id: 'nothing' },
      ]),
    ),
  ),
  'POST /api/admin/users': drafts.userDraft,
  'PATCH /api/admin/users/:id': { role: 'admin', password: 'taken over' },
};
