import { Application, ApplicationReview } from '#contract/application.ts';
import { Contact, ContactReview } from '#contract/contact.ts';
import { Activity, HistoryEntry } from '#contract/history.ts';
import { Idea, IdeaReview } from '#contract/idea.ts';
import { ApplicationPage, ContactPage, StaffIdeaPage } from '#contract/list-page.ts';
import { MessageDraft, StaffMessage } from '#contract/message.ts';
import { StaffPresses } from '#contract/press.ts';
import { DuplicateMark, RelatedIdeas } from '#contract/similar.ts';
import { applicationStatuses, contactStatuses, ideaStatuses } from '#contract/vocabulary.ts';
import { Waiting } from '#contract/waiting.ts';
import { z } from '#contract/zod.ts';
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
import { markDuplicate } from '../store/duplicate.ts';
import { listActivity, listHistory } from '../store/history.ts';
import {
  findIdea,
  listIdeas,
  listMatchingIdeas,
  listStaffIdeaPage,
  reviewIdea,
  toIdea,
} from '../store/idea.ts';
import { checkSubmission } from '../store/list-page.ts';
import { queueMail } from '../store/outbox.ts';
import type { Pieces } from '../store/pieces.ts';
import { findStaffPresses } from '../store/press.ts';
import { listMessages, newMessage, saveMessage, toStaffMessage } from '../store/receipt.ts';
import { findRelated } from '../store/similar.ts';
import type { Received } from '../store/tables.ts';
import { moveToTrash } from '../store/trash.ts';
import { findWaiting } from '../store/waiting.ts';
import { type ApiDeps, actorOf } from './deps.ts';
import type { Table } from './list-response.ts';
import { staffPageQuery, staffParameters } from './page-query.ts';
import { type Call, del, get, patch, post, put, type Route } from './route.ts';
import { setAsideRoutes } from './set-aside.ts';
import { severalRoutes } from './several.ts';

/** The routes with which staff work on submissions: ideas, applications and contact messages. */
export const inboxRoutes = (deps: ApiDeps): Route[] => [
  ...applicationRoutes(deps),
  ...ideaRoutes(deps),
  ...contactRoutes(deps),
  ...severalRoutes(deps),
  ...setAsideRoutes(deps),
  ...overviewRoutes(deps),
];

/** Returns the review, without `tell: true` if mail is not configured. */
const withTell = <Review extends { tell?: boolean | undefined }>(
  { mail }: ApiDeps,
  review: Review,
): Review => ({ ...review, tell: review.tell && mail !== undefined });

interface Views<Page, Item> {
  page(): Promise<Page>;
  /** All items that match the filters of the query. */
  matching(): Pieces<Item>;
  all(): Pieces<Item>;
}

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
  ({ id, ifVersion, user, write }: Call) =>
    write((tx) => moveToTrash(tx, kind, id, ifVersion, actorOf(deps, user)));

/** The routes for the history of a submission and for the conversation with its sender. */
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
        await checkSubmission(tx, kind, id);
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
      query: staffParameters(applicationStatuses, 'name, email or role', ['role', 'circle']),
      hasTable: true,
    },
    ({ query, user }) =>
      viewOf(query, Application, {
        page: () => listApplicationPage(deps, staffPageQuery(query, user)),
        matching: () => listMatchingApplications(deps, staffPageQuery(query, user)),
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
    ({ id, body, ifVersion, user, write }) =>
      write((tx) =>
        reviewApplication(tx, id, withTell(deps, body), ifVersion, actorOf(deps, user)),
      ),
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
      query: staffParameters(ideaStatuses, 'title, problem or solution', ['expertise']),
      hasTable: true,
    },
    ({ query, user }) =>
      viewOf(query, Idea, {
        page: () => listStaffIdeaPage(deps, staffPageQuery(query, user)),
        matching: () => listMatchingIdeas(deps, staffPageQuery(query, user)),
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
    ({ id, body, ifVersion, user, write }) =>
      write((tx) => reviewIdea(tx, id, withTell(deps, body), ifVersion, actorOf(deps, user))),
  ),
  get(
    '/api/admin/ideas/:id/related',
    {
      access: 'ideas',
      summary: 'Its duplicates, the idea that it is a duplicate of, and similar ones',
      answer: RelatedIdeas,
    },
    ({ id }) => findRelated(deps, id),
  ),
  get(
    '/api/admin/ideas/:id/presses',
    {
      access: 'ideas',
      summary: 'How many have pressed, and how to reach those who can help',
      answer: StaffPresses,
    },
    ({ id }) => findStaffPresses(deps.db, id),
  ),
  put(
    '/api/admin/ideas/:id/duplicate',
    {
      access: 'ideas',
      summary: 'Mark an idea as a duplicate of another one, or remove the mark',
      body: DuplicateMark,
      answer: Idea,
    },
    ({ id, body, ifVersion, user, write }) =>
      write(async (tx) =>
        toIdea(await markDuplicate(tx, id, body.of, ifVersion, actorOf(deps, user))),
      ),
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
      query: staffParameters(contactStatuses, 'name, email or subject'),
      hasTable: true,
    },
    ({ query, user }) =>
      viewOf(query, Contact, {
        page: () => listContactPage(deps, staffPageQuery(query, user)),
        matching: () => listMatchingContacts(deps, staffPageQuery(query, user)),
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
      summary: 'Review a contact message',
      body: ContactReview,
      answer: Contact,
    },
    ({ id, body, ifVersion, user, write }) =>
      write((tx) => reviewContact(tx, id, withTell(deps, body), ifVersion, actorOf(deps, user))),
  ),
  del(
    '/api/admin/contacts/:id',
    { access: 'contacts', summary: 'Delete a message' },
    toTrash('contacts', deps),
  ),
];

const overviewRoutes = (deps: ApiDeps): Route[] => [
  get(
    '/api/admin/waiting',
    {
      access: 'dashboard',
      summary: 'How many submissions wait for an answer, and the oldest of them',
      answer: Waiting,
    },
    ({ user }) => findWaiting(deps.db, user, deps.clock()),
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
