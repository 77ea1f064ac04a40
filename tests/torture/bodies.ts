import * as drafts from '../drafts.ts';

/** A valid body for each route that takes one. */
export const bodies: Record<string, object> = {
  'POST /api/admin/login': { username: 'nobody', password: 'wrong guess' },
  'POST /api/contact': drafts.contactDraft,
  'POST /api/ideas': drafts.ideaDraft,
  'POST /api/applications': drafts.applicationDraft,
  'PATCH /api/admin/profile': { username: 'taken over' },
  'POST /api/admin/pods': drafts.podDraft,
  'PUT /api/admin/pods/:id': drafts.podDraft,
  'POST /api/admin/apps': drafts.appDraft,
  'PUT /api/admin/apps/:id': drafts.appDraft,
  'POST /api/admin/blogs': drafts.blogDraft,
  'PUT /api/admin/blogs/:id': drafts.blogDraft,
  'POST /api/admin/preview': { content: 'seen' },
  'POST /api/admin/milestones': drafts.milestoneDraft,
  'PUT /api/admin/milestones/:id': drafts.milestoneDraft,
  'PATCH /api/admin/applications/:id/status': { status: 'accepted', notes: 'let in' },
  'PATCH /api/admin/ideas/:id/status': { status: 'approved', notes: 'let in' },
  'PATCH /api/admin/contacts/:id/status': { status: 'closed' },
  'POST /api/admin/users': drafts.userDraft,
  'PATCH /api/admin/users/:id': { role: 'admin', password: 'taken over' },
};
