import { App } from '#contract/app.ts';
import { ApplicationDraft, ApplicationReceipt } from '#contract/application.ts';
import { Blog, BlogAround, BlogArticle, BlogSummary } from '#contract/blog.ts';
import { ContactDraft, ContactReceipt } from '#contract/contact.ts';
import {
  IdeaChanges,
  IdeaDetail,
  IdeaDraft,
  IdeaLinks,
  IdeaReceipt,
  PublicIdea,
} from '#contract/idea.ts';
import { AppLineage, Lineage } from '#contract/lineage.ts';
import { BlogPage, IdeaPage } from '#contract/list-page.ts';
import { LogEntry, PodLog } from '#contract/log.ts';
import { Milestone } from '#contract/milestone.ts';
import { Pod } from '#contract/pod.ts';
import { SearchResults } from '#contract/search.ts';
import { SimilarIdeas } from '#contract/similar.ts';
import { Stats } from '#contract/stats.ts';
import { Login, SignedIn } from '#contract/user.ts';
import { z } from '#contract/zod.ts';
import { findApp, listApps } from '../store/app.ts';
import { newApplication } from '../store/application.ts';
import {
  findAround,
  findArticle,
  listBlogPage,
  listBlogSummaries,
  listBlogs,
} from '../store/blog.ts';
import { newContact } from '../store/contact.ts';
import {
  findPublicIdea,
  listIdeaChanges,
  listIdeaLinks,
  listIdeaPage,
  listPublicIdeas,
  newIdea,
} from '../store/idea.ts';
import { findAppLineage, findLineage } from '../store/lineage.ts';
import { listAppLog, listLog, listPodLog } from '../store/log.ts';
import { listMilestones } from '../store/milestone.ts';
import { findPod, listPods } from '../store/pod.ts';
import type { Submission } from '../store/receive.ts';
import { findSimilar } from '../store/similar.ts';
import { searchSite } from '../store/site-search.ts';
import { readStats } from '../store/stats.ts';
import { submitOnce } from '../store/submission.ts';
import type { Received } from '../store/tables.ts';
import type { ApiDeps } from './deps.ts';
import { entranceRoutes } from './entrance.ts';
import { followRoutes } from './follows.ts';
import { formLimits, hashBody, limitKey, networkOf } from './limits.ts';
import {
  blogPageQuery,
  blogParameters,
  ideaParameters,
  isPage,
  logParameters,
  logQuery,
  pageQuery,
  readTitle,
} from './page-query.ts';
import { pressRoutes } from './presses.ts';
import { receiptRoutes } from './receipts.ts';
import { type Call, get, post, postForAnswer, type Route } from './route.ts';
import { searchParameters, siteQuery } from './search-query.ts';
import { createSignIn } from './sessions.ts';

/** Every route that answers without a token, except `/api/openapi.json` and `/api/docs`, which `createApi` adds. */
export function publicRoutes(deps: ApiDeps): Route[] {
  const { db, longReads, articles, clock, inception, rateLimits, mail, webhooks } = deps;
  const open = 'public' as const;
  const signIn = createSignIn(deps);

  /** Saves a submission of a public form, once for each Idempotency-Key, and applies `formLimits`. */
  const submit = <Draft, Answer>(
    form: string,
    { body, address, idempotencyKey, suspicion, write }: Call<Draft>,
    read: (draft: Draft, now: Date) => Submission<Received, Answer>,
  ): Promise<Answer & { receiptPath: string }> => {
    const now = clock();
    const sending = {
      submission: read(body, now),
      suspicion,
      keyed: idempotencyKey
        ? { scope: form, key: idempotencyKey, bodyHash: hashBody(body) }
        : undefined,
      limits: rateLimits
        ? formLimits.map((limit) => ({
            key: limitKey(form, limit.seconds, networkOf(address)),
            limit,
          }))
        : [],
      mails: mail !== undefined,
      webhooks: webhooks?.names ?? [],
    };
    return submitOnce(write, sending, now);
  };

  return [
    get('/api/stats', { access: open, summary: 'The headline figures', answer: Stats }, () =>
      readStats(db, inception, clock()),
    ),
    get(
      '/api/apps',
      { access: open, summary: 'All projects, newest first', answer: z.array(App) },
      () => listApps(db),
    ),
    get('/api/apps/:id', { access: open, summary: 'One project', answer: App }, ({ id }) =>
      findApp(db, id),
    ),
    get(
      '/api/pods',
      { access: open, summary: 'All pods, newest first', answer: z.array(Pod) },
      () => listPods(db),
    ),
    get('/api/pods/:id', { access: open, summary: 'One pod', answer: Pod }, ({ id }) =>
      findPod(db, id),
    ),
    get(
      '/api/lineage/apps/:id',
      {
        access: open,
        summary: 'What a project came from, posts about it, and its neighbours',
        answer: AppLineage,
      },
      ({ id }) => findAppLineage(db, id),
    ),
    ...(['blogs', 'ideas', 'pods'] as const).map((kind) =>
      get(
        `/api/lineage/${kind}/:id`,
        {
          access: open,
          summary: `The way from idea to prototype of one of the ${kind}`,
          answer: Lineage,
        },
        ({ id }) => findLineage(db, kind, id),
      ),
    ),
    get(
      '/api/pods/:id/log',
      {
        access: open,
        summary: 'The flight log of a pod, newest first, and the hours that it spent',
        answer: PodLog,
        query: logParameters,
      },
      ({ id, query }) => listPodLog(db, id, logQuery(query)),
    ),
    get(
      '/api/apps/:id/log',
      {
        access: open,
        summary: 'The flight log of the pod that a project belongs to',
        answer: PodLog,
        query: logParameters,
      },
      ({ id, query }) => listAppLog(db, id, logQuery(query)),
    ),
    get(
      '/api/log',
      {
        access: open,
        summary: 'The newest entries of the flight logs of all pods',
        answer: z.array(LogEntry),
        query: logParameters,
      },
      ({ query }) => listLog(db, logQuery(query)),
    ),
    get(
      '/api/milestones',
      { access: open, summary: 'The journey so far, oldest first', answer: z.array(Milestone) },
      () => listMilestones(db),
    ),
    get(
      '/api/blogs',
      {
        access: open,
        summary: 'All blog posts, newest first',
        answer: z.union([z.array(Blog), z.array(BlogSummary), BlogPage]),
        query: blogParameters,
      },
      ({ query }) => {
        if (isPage(query)) return listBlogPage(longReads, blogPageQuery(query));
        return query.get('view') === 'summary'
          ? listBlogSummaries(longReads)
          : listBlogs(longReads);
      },
    ),
    get(
      '/api/blogs/:id',
      { access: open, summary: 'One blog post, with its content as HTML', answer: BlogArticle },
      async ({ id }) => {
        const { blog, html } = await findArticle(db, id);
        return { ...blog, contentHtml: html ?? (await articles.render(blog.content)) };
      },
    ),
    get(
      '/api/blogs/:id/around',
      {
        access: open,
        summary: 'The neighbours of a blog post, and the posts that share the most tags with it',
        answer: BlogAround,
      },
      ({ id }) => findAround(db, id),
    ),
    get(
      '/api/ideas',
      {
        access: open,
        summary: 'All ideas, newest first; or the first ones that fit',
        answer: z.union([z.array(PublicIdea), IdeaPage, IdeaLinks, IdeaChanges, SimilarIdeas]),
        query: ideaParameters,
      },
      ({ query }) => {
        if (query.get('view') === 'changes') return listIdeaChanges(db);
        if (query.get('view') === 'links') return listIdeaLinks(longReads, pageQuery(query).before);
        if (query.get('view') === 'similar') {
          return findSimilar(deps, readTitle(query.get('title') ?? ''));
        }
        return isPage(query) ? listIdeaPage(deps, pageQuery(query)) : listPublicIdeas(longReads);
      },
    ),
    get(
      '/api/ideas/:id',
      {
        access: open,
        summary: 'One idea, with the dates of its statuses and its neighbours',
        answer: IdeaDetail,
      },
      ({ id }) => findPublicIdea(db, id),
    ),
    get(
      '/api/search',
      {
        access: open,
        summary: 'What is found among ideas, projects, pods and posts',
        answer: SearchResults,
        query: searchParameters,
        errors: [422],
      },
      async ({ query }) => searchSite(deps, siteQuery(query)),
    ),
    post(
      '/api/ideas',
      {
        access: open,
        summary: 'Submit an idea',
        body: IdeaDraft,
        answer: IdeaReceipt,
        isSubmission: true,
      },
      (call) => submit('idea', call, newIdea),
    ),
    post(
      '/api/applications',
      {
        access: open,
        summary: 'Apply to join the team',
        body: ApplicationDraft,
        answer: ApplicationReceipt,
        isSubmission: true,
      },
      (call) => submit('application', call, newApplication),
    ),
    post(
      '/api/contact',
      {
        access: open,
        summary: 'Send a message',
        body: ContactDraft,
        answer: ContactReceipt,
        isSubmission: true,
      },
      (call) => submit('contact', call, newContact),
    ),
    ...pressRoutes(deps),
    ...followRoutes(deps),
    ...receiptRoutes(deps),
    ...entranceRoutes(deps),
    postForAnswer(
      '/api/admin/login',
      { access: open, summary: 'Sign in', body: Login, answer: SignedIn, errors: [401, 429] },
      ({ body, address }) => signIn(body, networkOf(address), clock()),
    ),
  ];
}
