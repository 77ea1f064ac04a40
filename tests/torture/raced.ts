import {
  appDraft,
  applicationDraft,
  blogDraft,
  contactDraft,
  ideaDraft,
  logDraft,
  milestoneDraft,
  podDraft,
} from '../drafts.ts';

/** Requests that change the same rows through two servers at the same time. */

/** A kind of row that staff change: the requests that create, change and list it, and the body of a change. */
export interface Kind {
  create: { path: string; body: object };
  change: { method: string; path(id: string): string };
  list: string;
  /** Returns the body of a change. It differs between the writers and, except for contacts, between the rounds. */
  edit(writer: 0 | 1, round: number): Record<string, unknown>;
}

const marked = (writer: number, round: number) => `of writer ${writer} in round ${round}`;

const content = (name: string, draft: object, field: string): Kind => ({
  create: { path: `/api/admin/${name}`, body: draft },
  change: { method: 'PUT', path: (id) => `/api/admin/${name}/${id}` },
  list: `/api/${name}`,
  edit: (writer, round) => ({ ...draft, [field]: marked(writer, round) }),
});

const inbox = (name: string, form: string, draft: object, edit: Kind['edit']): Kind => ({
  create: { path: form, body: draft },
  change: { method: 'PATCH', path: (id) => `/api/admin/${name}/${id}/status` },
  list: `/api/admin/${name}`,
  edit,
});

export const kinds: Kind[] = [
  content('pods', podDraft, 'description'),
  content('apps', appDraft, 'description'),
  content('blogs', blogDraft, 'excerpt'),
  content('milestones', milestoneDraft, 'description'),
  inbox('ideas', '/api/ideas', ideaDraft, (writer, round) => ({
    status: writer ? 'approved' : 'rejected',
    notes: marked(writer, round),
  })),
  inbox('applications', '/api/applications', applicationDraft, (writer, round) => ({
    status: writer ? 'accepted' : 'reviewed',
    notes: marked(writer, round),
  })),
  inbox('contacts', '/api/contact', contactDraft, (writer) => ({
    status: writer ? 'replied' : 'closed',
  })),
  {
    create: {
      path: '/api/admin/users',
      body: { username: 'raced', password: 'six-or-more', role: 'blog-admin' },
    },
    change: { method: 'PATCH', path: (id) => `/api/admin/users/${id}` },
    list: '/api/admin/users',
    edit: (writer, round) => ({ username: marked(writer, round) }),
  },
];

/**
 * Requests for concurrent writes: names that collide, apps and log entries of a pod that is deleted meanwhile, posts,
 * milestones, and ideas that visitors send and staff review and delete.
 */
export const mixed: ((location: Mixing) => [method: string, path: string, body?: object])[] = [
  () => ['POST', '/api/admin/pods', podDraft],
  () => ['POST', '/api/admin/apps', appDraft],
  ({ one }) => ['POST', '/api/admin/apps', { ...appDraft, podId: one('pods') }],
  ({ one }) => ['POST', '/api/admin/log', { ...logDraft, podId: one('pods') }],
  () => ['POST', '/api/admin/blogs', blogDraft],
  () => ['POST', '/api/admin/milestones', milestoneDraft],
  () => ['POST', '/api/ideas', ideaDraft],
  ({ one }) => ['PUT', `/api/admin/apps/${one('apps')}`, { ...appDraft, podId: one('pods') }],
  ({ one }) => ['PUT', `/api/admin/pods/${one('pods')}`, podDraft],
  ({ one }) => ['PUT', `/api/admin/blogs/${one('blogs')}`, blogDraft],
  ({ one }) => ['PATCH', `/api/admin/ideas/${one('ideas')}/status`, { status: 'approved' }],
  ({ one }) => ['DELETE', `/api/admin/pods/${one('pods')}`],
  ({ one }) => ['DELETE', `/api/admin/apps/${one('apps')}`],
  ({ one }) => ['DELETE', `/api/admin/blogs/${one('blogs')}`],
  ({ one }) => ['DELETE', `/api/admin/ideas/${one('ideas')}`],
];

interface Mixing {
  /** Returns the id of a row of that kind. The row may have been deleted. */
  one(kind: string): string;
}
