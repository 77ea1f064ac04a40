import { z } from 'zod';
import { App, AppChange, AppDraft } from '#contract/app.ts';
import { Application, ApplicationReview } from '#contract/application.ts';
import {
  Blog,
  BlogChange,
  BlogDraft,
  BlogPreview,
  BlogPreviewRequest,
  BlogSummary,
} from '#contract/blog.ts';
import { Contact, ContactReview } from '#contract/contact.ts';
import { Idea, IdeaReview } from '#contract/idea.ts';
import { Milestone, MilestoneChange, MilestoneDraft } from '#contract/milestone.ts';
import { Pod, PodChange, PodDraft } from '#contract/pod.ts';
import { Quarantine } from '#contract/quarantine.ts';
import { Profile, ProfileChange, User, UserChange, UserDraft } from '#contract/user.ts';
import { Invalid } from '../errors.ts';
import { renderMarkdown } from '../markdown.ts';
import { createApp, updateApp } from '../store/app.ts';
import { listApplications, reviewApplication } from '../store/application.ts';
import { createBlog, listBlogSummaries, updateBlog } from '../store/blog.ts';
import { deleteRow } from '../store/change.ts';
import { listContacts, reviewContact } from '../store/contact.ts';
import { listIdeas, reviewIdea } from '../store/idea.ts';
import { countOrRefuse, uncount } from '../store/limit.ts';
import { createMilestone, updateMilestone } from '../store/milestone.ts';
import { createPod, updatePod } from '../store/pod.ts';
import { discard, listQuarantine, release } from '../store/quarantine.ts';
import { endSession } from '../store/session.ts';
import {
  createUser,
  deleteUser,
  findCredentials,
  listUsers,
  type UserEdit,
  updateUser,
} from '../store/user.ts';
import type { ApiDeps } from './deps.ts';
import { limitKey, loginLimits } from './limits.ts';
import {
  articleLimit,
  del,
  get,
  patch,
  post,
  postForAnswer,
  postQuietly,
  put,
  type Route,
} from './route.ts';

/** Every staff endpoint, each behind the section it belongs to. */
export const adminRoutes = (deps: ApiDeps): Route[] => [
  ...sessionRoutes(deps),
  ...podRoutes(deps),
  ...appRoutes(deps),
  ...blogRoutes(deps),
  ...milestoneRoutes(deps),
  ...applicationRoutes(deps),
  ...ideaRoutes(deps),
  ...contactRoutes(deps),
  ...quarantineRoutes(deps),
  ...userRoutes(deps),
];

const sessionRoutes = ({ db, clock, passwords, rateLimits }: ApiDeps): Route[] => [
  postQuietly(
    '/api/admin/logout',
    { access: 'signed-in', summary: 'Sign out: the token ends' },
    ({ tokenHash }) => endSession(db, tokenHash),
  ),
  get(
    '/api/admin/profile',
    { access: 'settings', summary: 'Your own account', answer: Profile },
    async ({ user }) => ({ user }),
  ),
  patch(
    '/api/admin/profile',
    {
      access: 'settings',
      summary: 'Change your own username or password',
      body: ProfileChange,
      answer: Profile,
    },
    async ({ body, user, tokenHash, seen }) => {
      const edit: UserEdit = { username: body.username };
      if (body.newPassword) {
        // Whoever has a token, perhaps not their own, has no more guesses than at the sign-in.
        const key = limitKey('profile', user.id);
        if (rateLimits) {
          await countOrRefuse(db, [{ key, limit: loginLimits.accountAndAddress }], clock());
        }
        const own = await findCredentials(db, { id: user.id });
        if (!(await passwords.matches(body.currentPassword ?? '', own?.passwordHash))) {
          const wrong = 'Current password is incorrect';
          throw new Invalid({ currentPassword: wrong }, wrong);
        }
        if (rateLimits) await uncount(db, key);
        edit.passwordHash = await passwords.hash(body.newPassword);
      }
      return { user: await updateUser(db, user.id, edit, { userId: user.id, tokenHash }, seen) };
    },
  ),
];

const podRoutes = ({ db, clock }: ApiDeps): Route[] => [
  post(
    '/api/admin/pods',
    { access: 'pods', summary: 'Create a pod', body: PodDraft, answer: Pod },
    ({ body }) => createPod(db, body, clock()),
  ),
  put(
    '/api/admin/pods/:id',
    { access: 'pods', summary: 'Change a pod', body: PodChange, answer: Pod },
    ({ id, body, seen }) => updatePod(db, id, body, seen),
  ),
  del('/api/admin/pods/:id', { access: 'pods', summary: 'Delete a pod' }, ({ id, seen }) =>
    deleteRow(db, 'pods', id, seen),
  ),
];

const appRoutes = ({ db, clock }: ApiDeps): Route[] => [
  post(
    '/api/admin/apps',
    { access: 'apps', summary: 'Create a project', body: AppDraft, answer: App },
    ({ body }) => createApp(db, body, clock()),
  ),
  put(
    '/api/admin/apps/:id',
    { access: 'apps', summary: 'Change a project', body: AppChange, answer: App },
    ({ id, body, seen }) => updateApp(db, id, body, seen),
  ),
  del('/api/admin/apps/:id', { access: 'apps', summary: 'Delete a project' }, ({ id, seen }) =>
    deleteRow(db, 'apps', id, seen),
  ),
];

const blogRoutes = ({ db, clock }: ApiDeps): Route[] => [
  get(
    '/api/admin/blogs',
    {
      access: 'blogs',
      summary: 'All blog posts, without their content; also tells whether a token is good',
      answer: z.array(BlogSummary),
    },
    () => listBlogSummaries(db),
  ),
  post(
    '/api/admin/blogs',
    {
      access: 'blogs',
      summary: 'Create a blog post',
      body: BlogDraft,
      bodyLimit: articleLimit,
      answer: Blog,
    },
    ({ body }) => createBlog(db, body, clock()),
  ),
  postForAnswer(
    '/api/admin/preview',
    {
      access: 'blogs',
      summary: 'Render an article without saving it',
      body: BlogPreviewRequest,
      bodyLimit: articleLimit,
      answer: BlogPreview,
    },
    async ({ body }) => ({ contentHtml: renderMarkdown(body.content ?? '') }),
  ),
  put(
    '/api/admin/blogs/:id',
    {
      access: 'blogs',
      summary: 'Change a blog post',
      body: BlogChange,
      bodyLimit: articleLimit,
      answer: Blog,
    },
    ({ id, body, seen }) => updateBlog(db, id, body, seen),
  ),
  del('/api/admin/blogs/:id', { access: 'blogs', summary: 'Delete a blog post' }, (call) =>
    deleteRow(db, 'blogs', call.id, call.seen),
  ),
];

const milestoneRoutes = ({ db, clock }: ApiDeps): Route[] => [
  post(
    '/api/admin/milestones',
    {
      access: 'milestones',
      summary: 'Create a milestone',
      body: MilestoneDraft,
      answer: Milestone,
    },
    ({ body }) => createMilestone(db, body, clock()),
  ),
  put(
    '/api/admin/milestones/:id',
    {
      access: 'milestones',
      summary: 'Change a milestone',
      body: MilestoneChange,
      answer: Milestone,
    },
    ({ id, body, seen }) => updateMilestone(db, id, body, seen),
  ),
  del(
    '/api/admin/milestones/:id',
    { access: 'milestones', summary: 'Delete a milestone' },
    ({ id, seen }) => deleteRow(db, 'milestones', id, seen),
  ),
];

const applicationRoutes = ({ db }: ApiDeps): Route[] => [
  get(
    '/api/admin/applications',
    { access: 'applications', summary: 'All applications', answer: z.array(Application) },
    () => listApplications(db),
  ),
  patch(
    '/api/admin/applications/:id/status',
    {
      access: 'applications',
      summary: 'Review an application',
      body: ApplicationReview,
      answer: Application,
    },
    ({ id, body, seen }) => reviewApplication(db, id, body, seen),
  ),
  del(
    '/api/admin/applications/:id',
    { access: 'applications', summary: 'Delete an application' },
    ({ id, seen }) => deleteRow(db, 'applications', id, seen),
  ),
];

const ideaRoutes = ({ db }: ApiDeps): Route[] => [
  get(
    '/api/admin/ideas',
    { access: 'ideas', summary: 'All ideas, with their notes', answer: z.array(Idea) },
    () => listIdeas(db),
  ),
  patch(
    '/api/admin/ideas/:id/status',
    { access: 'ideas', summary: 'Review an idea', body: IdeaReview, answer: Idea },
    ({ id, body, seen }) => reviewIdea(db, id, body, seen),
  ),
  del('/api/admin/ideas/:id', { access: 'ideas', summary: 'Delete an idea' }, ({ id, seen }) =>
    deleteRow(db, 'ideas', id, seen),
  ),
];

const contactRoutes = ({ db }: ApiDeps): Route[] => [
  get(
    '/api/admin/contacts',
    { access: 'contacts', summary: 'All contact messages', answer: z.array(Contact) },
    () => listContacts(db),
  ),
  patch(
    '/api/admin/contacts/:id/status',
    {
      access: 'contacts',
      summary: 'Set the status of a message',
      body: ContactReview,
      answer: Contact,
    },
    ({ id, body, seen }) => reviewContact(db, id, body, seen),
  ),
  del(
    '/api/admin/contacts/:id',
    { access: 'contacts', summary: 'Delete a message' },
    ({ id, seen }) => deleteRow(db, 'contacts', id, seen),
  ),
];

const quarantineRoutes = ({ db }: ApiDeps): Route[] => [
  get(
    '/api/admin/quarantine',
    {
      access: 'quarantine',
      summary: 'Submissions that are held back until staff have looked at them',
      answer: Quarantine,
    },
    () => listQuarantine(db),
  ),
  postQuietly(
    '/api/admin/quarantine/:id/release',
    { access: 'quarantine', summary: 'Let a submission in' },
    ({ id }) => release(db, id),
  ),
  del(
    '/api/admin/quarantine/:id',
    { access: 'quarantine', summary: 'Delete a submission that was held back' },
    ({ id }) => discard(db, id),
  ),
];

const userRoutes = ({ db, clock, passwords }: ApiDeps): Route[] => [
  get(
    '/api/admin/users',
    { access: 'users', summary: 'All staff users', answer: z.array(User) },
    () => listUsers(db),
  ),
  post(
    '/api/admin/users',
    { access: 'users', summary: 'Create a user', body: UserDraft, answer: User },
    async ({ body: { password, ...draft }, user, tokenHash }) =>
      createUser(db, { ...draft, passwordHash: await passwords.hash(password) }, clock(), {
        userId: user.id,
        tokenHash,
      }),
  ),
  patch(
    '/api/admin/users/:id',
    {
      access: 'users',
      summary: 'Change a user: name, role or password',
      body: UserChange,
      answer: User,
    },
    async ({ id, body: { password, ...edit }, user, tokenHash, seen }) => {
      const passwordHash = password && (await passwords.hash(password));
      return updateUser(db, id, { ...edit, passwordHash }, { userId: user.id, tokenHash }, seen);
    },
  ),
  del('/api/admin/users/:id', { access: 'users', summary: 'Delete a user' }, ({ id, seen }) =>
    deleteUser(db, id, seen),
  ),
];
