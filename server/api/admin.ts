import { App, AppChange, AppDraft } from '#contract/app.ts';
import {
  Blog,
  BlogChange,
  BlogDraft,
  BlogPreview,
  BlogPreviewRequest,
  BlogSummary,
} from '#contract/blog.ts';
import { LogEntryChange, LogEntryDraft, StaffLogEntry, StaffLogPage } from '#contract/log.ts';
import { Milestone, MilestoneChange, MilestoneDraft } from '#contract/milestone.ts';
import { Pod, PodChange, PodDraft } from '#contract/pod.ts';
import { z } from '#contract/zod.ts';
import { createApp, updateApp } from '../store/app.ts';
import { createBlog, listBlogSummaries, updateBlog } from '../store/blog.ts';
import { deleteRow, type Versioned } from '../store/change.ts';
import { connect } from '../store/connections.ts';
import { createLogEntry, listStaffLog, updateLogEntry } from '../store/log.ts';
import { createMilestone, updateMilestone } from '../store/milestone.ts';
import { createPod, updatePod } from '../store/pod.ts';
import { connectionRoutes } from './connections.ts';
import { type ApiDeps, actorOf } from './deps.ts';
import { importRoutes } from './imports.ts';
import { inboxRoutes } from './inbox.ts';
import { invitationRoutes } from './invitations.ts';
import { mailRoutes } from './mail.ts';
import { manuscriptRoutes } from './manuscripts.ts';
import { logPod, logQuery, staffLogParameters } from './page-query.ts';
import { pictureRoutes } from './pictures.ts';
import { profileRoutes } from './profile.ts';
import {
  articleLimit,
  type Call,
  del,
  get,
  post,
  postForAnswer,
  put,
  type Route,
} from './route.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { userRoutes } from './users.ts';

/** Every route that needs a token. `access` (see `Access` in route.ts) says which roles may call it. */
export const adminRoutes = (deps: ApiDeps): Route[] => [
  ...profileRoutes(deps),
  ...secondFactorRoutes(deps),
  ...podRoutes(deps),
  ...logRoutes(deps),
  ...appRoutes(deps),
  ...blogRoutes(deps),
  ...manuscriptRoutes(deps),
  ...pictureRoutes(deps),
  ...milestoneRoutes(deps),
  ...connectionRoutes(deps),
  ...inboxRoutes(deps),
  ...importRoutes(deps),
  ...mailRoutes(deps),
  ...userRoutes(deps),
  ...invitationRoutes(deps),
];

const deleteFrom =
  (table: Versioned) =>
  ({ id, ifVersion, write }: Call) =>
    write((tx) => deleteRow(tx, table, id, ifVersion));

const podRoutes = ({ clock }: ApiDeps): Route[] => [
  post(
    '/api/admin/pods',
    { access: 'pods', summary: 'Create a pod', body: PodDraft, answer: Pod },
    ({ body, write }) => write((tx) => createPod(tx, body, clock())),
  ),
  put(
    '/api/admin/pods/:id',
    { access: 'pods', summary: 'Change a pod', body: PodChange, answer: Pod },
    ({ id, body, ifVersion, write }) => write((tx) => updatePod(tx, id, body, ifVersion)),
  ),
  del(
    '/api/admin/pods/:id',
    { access: 'pods', summary: 'Delete a pod, with its flight log' },
    deleteFrom('pods'),
  ),
];

const logRoutes = ({ db, clock }: ApiDeps): Route[] => [
  get(
    '/api/admin/log',
    {
      access: 'pods',
      summary: 'The flight logs of all pods or of one, newest first, with who wrote them',
      answer: StaffLogPage,
      query: staffLogParameters,
    },
    ({ query }) => listStaffLog(db, logPod(query), logQuery(query)),
  ),
  post(
    '/api/admin/log',
    {
      access: 'pods',
      summary: 'Write into the flight log of a pod',
      body: LogEntryDraft,
      answer: StaffLogEntry,
    },
    ({ body, user, write }) => write((tx) => createLogEntry(tx, body, actorOf({ clock }, user))),
  ),
  put(
    '/api/admin/log/:id',
    {
      access: 'pods',
      summary: 'Change an entry of a flight log',
      body: LogEntryChange,
      answer: StaffLogEntry,
    },
    ({ id, body, ifVersion, write }) => write((tx) => updateLogEntry(tx, id, body, ifVersion)),
  ),
  del(
    '/api/admin/log/:id',
    { access: 'pods', summary: 'Delete an entry of a flight log' },
    deleteFrom('log_entries'),
  ),
];

const appRoutes = ({ clock }: ApiDeps): Route[] => [
  post(
    '/api/admin/apps',
    { access: 'apps', summary: 'Create a project', body: AppDraft, answer: App },
    ({ body: { ideaId, ...draft }, user, write }) =>
      write(async (tx) => {
        const app = await createApp(tx, draft, clock());
        const idea = { kind: 'ideas', id: ideaId ?? '' } as const;
        const end = { kind: 'apps', id: app.id } as const;
        if (ideaId) await connect(tx, end, idea, actorOf({ clock }, user), 'ideaId');
        return app;
      }),
  ),
  put(
    '/api/admin/apps/:id',
    { access: 'apps', summary: 'Change a project', body: AppChange, answer: App },
    ({ id, body, ifVersion, write }) => write((tx) => updateApp(tx, id, body, ifVersion)),
  ),
  del('/api/admin/apps/:id', { access: 'apps', summary: 'Delete a project' }, deleteFrom('apps')),
];

const blogRoutes = ({ longReads, articles, clock }: ApiDeps): Route[] => [
  get(
    '/api/admin/blogs',
    {
      access: 'blogs',
      summary: 'All blog posts, without their content; also tells whether a token is good',
      answer: z.array(BlogSummary),
    },
    () => listBlogSummaries(longReads),
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
    async ({ body, write }) => {
      const html = await articles.render(body.content);
      return write((tx) => createBlog(tx, body, html, clock()));
    },
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
    async ({ body }) => ({
      contentHtml: await articles.render(body.content ?? '', { withLines: true }),
    }),
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
    async ({ id, body, ifVersion, write }) => {
      const html = await articles.render(body.content);
      return write((tx) => updateBlog(tx, id, body, html, ifVersion));
    },
  ),
  del(
    '/api/admin/blogs/:id',
    { access: 'blogs', summary: 'Delete a blog post' },
    deleteFrom('blogs'),
  ),
];

const milestoneRoutes = ({ clock }: ApiDeps): Route[] => [
  post(
    '/api/admin/milestones',
    {
      access: 'milestones',
      summary: 'Create a milestone',
      body: MilestoneDraft,
      answer: Milestone,
    },
    ({ body, write }) => write((tx) => createMilestone(tx, body, clock())),
  ),
  put(
    '/api/admin/milestones/:id',
    {
      access: 'milestones',
      summary: 'Change a milestone',
      body: MilestoneChange,
      answer: Milestone,
    },
    ({ id, body, ifVersion, write }) => write((tx) => updateMilestone(tx, id, body, ifVersion)),
  ),
  del(
    '/api/admin/milestones/:id',
    { access: 'milestones', summary: 'Delete a milestone' },
    deleteFrom('milestones'),
  ),
];
