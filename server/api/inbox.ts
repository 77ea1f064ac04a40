import { z } from 'zod';
import { Application, ApplicationReview } from '#contract/application.ts';
import { Contact, ContactReview } from '#contract/contact.ts';
import { Activity, HistoryEntry } from '#contract/history.ts';
import { Idea, IdeaReview } from '#contract/idea.ts';
import { ApplicationPage, ContactPage, StaffIdeaPage } from '#contract/list-page.ts';
import { MessageDraft, StaffMessage } from '#contract/message.ts';
import { Quarantine } from '#contract/quarantine.ts';
import { Trash } from '#contract/trash.ts';
import type { User } from '#contract/user.ts';
import { applicationStatuses, contactStatuses, ideaStatuses } from '#contract/vocabulary.ts';
import {
  findApplication,
  listApplicationPage,
  listApplications,
  listMatchingApplications,
  reviewApplication,
} from '../store/application.ts';
import {
  findContact,
  listContactPage,
  listContacts,
  listMatchingContacts,
  reviewContact,
} from '../store/contact.ts';
import { type Actor, listActivity, listHistory } from '../store/history.ts';
import {
  findIdea,
  listIdeas,
  listMatchingIdeas,
  listStaffIdeaPage,
  reviewIdea,
} from '../store/idea.ts';
import { findSubmission } from '../store/list-page.ts';
import { queueMail } from '../store/outbox.ts';
import type { Pieces } from '../store/pieces.ts';
import { discard, listQuarantine, release } from '../store/quarantine.ts';
import { listMessages, newMessage, saveMessage, toStaffMessage } from '../store/receipt.ts';
import type { Received } from '../store/tables.ts';
import { deleteForEver, listTrash, moveToTrash, restore } from '../store/trash.ts';
import type { ApiDeps } from './deps.ts';
import type { Table } from './list-response.ts';
import { exportParameters, pageQuery } from './page-query.ts';
import { type Call, del, get, patch, post, postWithoutAnswer, type Route } from './route.ts';

/** The endpoints by which staff work on submissions: ideas, applications and messages. */
export const inboxRoutes = (deps: ApiDeps): Route[] => [
  ...applicationRoutes(deps),
  ...ideaRoutes(deps),
  ...contactRoutes(deps),
  ...quarantineRoutes(deps),
  ...trashRoutes(deps),
];

const by = ({ clock }: ApiDeps, { username }: User): Actor => ({ username, now: clock() });

/** The decision of staff. Where mail is not configured, nobody can be told. */
const decision = <Review extends { tell?: boolean | undefined }>(
  { mail }: ApiDeps,
  review: Review,
): Review => ({ ...review, tell: review.tell && mail !== undefined });

interface Views<Page, Item> {
  page(): Promise<Page>;
  /** All that the filter fits. */
  matching(): Pieces<Item>;
  all(): Pieces<Item>;
}

/** Answers a list in the form that its parameter `view` asks for. */
function viewOf<Page, Item extends object>(
  query: URLSearchParams,
  schema: z.ZodObject,
  views: Views<Page, Item>,
): Promise<Page> | Pieces<Item> | Table {
  switch (query.get('view')) {
    case 'page':
      return views.page();
    case 'all':
      return views.matching();
    case 'csv':
      return {
        rows: views.matching() as Pieces<Record<string, unknown>>,
        columns: Object.keys(schema.shape),
      };
    default:
      return views.all();
  }
}

const toTrash =
  (kind: Received, deps: ApiDeps) =>
  ({ id, seen, user, write }: Call) =>
    write((tx) => moveToTrash(tx, kind, id, seen, by(deps, user)));

/** The routes that all kinds of submissions have: the history, and the conversation with the sender. */
const followUpOf = (kind: Received, deps: ApiDeps): Route[] => [
  get(
    `/api/admin/${kind}/:id/history`,
    {
      access: kind,
      summary: 'Every change of it, newest first',
      answer: z.array(HistoryEntry),
    },
    ({ id }) => listHistory(deps.db, id),
  ),
  get(
    `/api/admin/${kind}/:id/messages`,
    {
      access: kind,
      summary: 'The conversation with the sender, oldest first',
      answer: z.array(StaffMessage),
    },
    ({ id }) => listMessages(deps.db, id),
  ),
  post(
    `/api/admin/${kind}/:id/messages`,
    {
      access: kind,
      summary: 'Write to the sender, who reads it on the receipt',
      body: MessageDraft,
      answer: StaffMessage,
    },
    ({ id, body, user, write }) =>
      write(async (tx) => {
        await findSubmission(tx, kind, id);
        const message = newMessage(id, body.text, user.username, deps.clock());
        await saveMessage(tx, message);
        if (deps.mail) await queueMail(tx, 'reply', kind, id, deps.clock());
        return toStaffMessage(message);
      }),
  ),
];

const applicationRoutes = (deps: ApiDeps): Route[] => [
  get(
    '/api/admin/applications',
    {
      access: 'applications',
      summary: 'All applications; or the first ones that fit',
      answer: z.union([z.array(Application), ApplicationPage]),
      query: exportParameters(applicationStatuses, 'name, email or role'),
    },
    ({ query }) =>
      viewOf(query, Application, {
        page: () => listApplicationPage(deps, pageQuery(query)),
        matching: () => listMatchingApplications(deps, pageQuery(query)),
        all: () => listApplications(deps.longReads),
      }),
  ),
  get(
    '/api/admin/applications/:id',
    { access: 'applications', summary: 'One application', answer: Application },
    ({ id }) => findApplication(deps.db, id),
  ),
  ...followUpOf('applications', deps),
  patch(
    '/api/admin/applications/:id/status',
    {
      access: 'applications',
      summary: 'Review an application',
      body: ApplicationReview,
      answer: Application,
    },
    ({ id, body, seen, user, write }) =>
      write((tx) => reviewApplication(tx, id, decision(deps, body), seen, by(deps, user))),
  ),
  del(
    '/api/admin/applications/:id',
    { access: 'applications', summary: 'Delete an application' },
    toTrash('applications', deps),
  ),
];

const ideaRoutes = (deps: ApiDeps): Route[] => [
  get(
    '/api/admin/ideas',
    {
      access: 'ideas',
      summary: 'All ideas, with their notes; or the first ones that fit',
      answer: z.union([z.array(Idea), StaffIdeaPage]),
      query: exportParameters(ideaStatuses, 'title, problem or solution'),
    },
    ({ query }) =>
      viewOf(query, Idea, {
        page: () => listStaffIdeaPage(deps, pageQuery(query)),
        matching: () => listMatchingIdeas(deps, pageQuery(query)),
        all: () => listIdeas(deps.longReads),
      }),
  ),
  get(
    '/api/admin/ideas/:id',
    { access: 'ideas', summary: 'One idea, with its notes', answer: Idea },
    ({ id }) => findIdea(deps.db, id),
  ),
  ...followUpOf('ideas', deps),
  patch(
    '/api/admin/ideas/:id/status',
    { access: 'ideas', summary: 'Review an idea', body: IdeaReview, answer: Idea },
    ({ id, body, seen, user, write }) =>
      write((tx) => reviewIdea(tx, id, decision(deps, body), seen, by(deps, user))),
  ),
  del(
    '/api/admin/ideas/:id',
    { access: 'ideas', summary: 'Delete an idea' },
    toTrash('ideas', deps),
  ),
];

const contactRoutes = (deps: ApiDeps): Route[] => [
  get(
    '/api/admin/contacts',
    {
      access: 'contacts',
      summary: 'All contact messages; or the first ones that fit',
      answer: z.union([z.array(Contact), ContactPage]),
      query: exportParameters(contactStatuses, 'name, email or subject'),
    },
    ({ query }) =>
      viewOf(query, Contact, {
        page: () => listContactPage(deps, pageQuery(query)),
        matching: () => listMatchingContacts(deps, pageQuery(query)),
        all: () => listContacts(deps.longReads),
      }),
  ),
  get(
    '/api/admin/contacts/:id',
    { access: 'contacts', summary: 'One contact message', answer: Contact },
    ({ id }) => findContact(deps.db, id),
  ),
  ...followUpOf('contacts', deps),
  patch(
    '/api/admin/contacts/:id/status',
    {
      access: 'contacts',
      summary: 'Set the status of a message',
      body: ContactReview,
      answer: Contact,
    },
    ({ id, body, seen, user, write }) =>
      write((tx) => reviewContact(tx, id, decision(deps, body), seen, by(deps, user))),
  ),
  del(
    '/api/admin/contacts/:id',
    { access: 'contacts', summary: 'Delete a message' },
    toTrash('contacts', deps),
  ),
];

const quarantineRoutes = (deps: ApiDeps): Route[] => [
  get(
    '/api/admin/quarantine',
    {
      access: 'quarantine',
      summary: 'Submissions that are held back until staff have looked at them',
      answer: Quarantine,
    },
    () => listQuarantine(deps.db),
  ),
  postWithoutAnswer(
    '/api/admin/quarantine/:id/release',
    { access: 'quarantine', summary: 'Let a submission in' },
    ({ id, user, write }) =>
      write((tx) => release(tx, id, by(deps, user), deps.mail !== undefined)),
  ),
  del(
    '/api/admin/quarantine/:id',
    { access: 'quarantine', summary: 'Delete a submission that was held back' },
    ({ id, user, write }) => write((tx) => discard(tx, id, by(deps, user))),
  ),
];

const trashRoutes = (deps: ApiDeps): Route[] => [
  get(
    '/api/admin/trash',
    {
      access: 'trash',
      summary: 'Deleted submissions, which can be restored for 30 days',
      answer: Trash,
    },
    () => listTrash(deps.db),
  ),
  postWithoutAnswer(
    '/api/admin/trash/:id/restore',
    { access: 'trash', summary: 'Move a submission back to its list' },
    ({ id, user, write }) => write((tx) => restore(tx, id, by(deps, user))),
  ),
  del(
    '/api/admin/trash/:id',
    { access: 'trash', summary: 'Delete a submission for ever' },
    ({ id, user, write }) => write((tx) => deleteForEver(tx, id, by(deps, user))),
  ),
  get(
    '/api/admin/activity',
    {
      access: 'activity',
      summary: 'The newest changes of all submissions',
      answer: z.array(Activity),
    },
    () => listActivity(deps.db, 12),
  ),
];
