import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppDraft } from '#contract/app.ts';
import { ApplicationDraft } from '#contract/application.ts';
import { BlogDraft } from '#contract/blog.ts';
import { ContactDraft } from '#contract/contact.ts';
import { IdeaDraft } from '#contract/idea.ts';
import type { LineageKind } from '#contract/lineage.ts';
import { LogEntryDraft } from '#contract/log.ts';
import { MilestoneDraft } from '#contract/milestone.ts';
import { PodDraft } from '#contract/pod.ts';
import { blogCategories, circles, expertises, inquiryTypes } from '#contract/vocabulary.ts';
import { root } from '../root.ts';
import { createApp } from './app.ts';
import { newApplication } from './application.ts';
import { createBlog } from './blog.ts';
import { connect } from './connections.ts';
import { newContact } from './contact.ts';
import { applications } from './demo/applications.ts';
import { apps } from './demo/apps.ts';
import { contacts } from './demo/contacts.ts';
import { ideas } from './demo/ideas.ts';
import { logs } from './demo/log.ts';
import { milestones } from './demo/milestones.ts';
import { pods } from './demo/pods.ts';
import { posts } from './demo/posts.ts';
import { record } from './history.ts';
import { newIdea } from './idea.ts';
import { takeLock } from './lock.ts';
import { createLogEntry } from './log.ts';
import { createMilestone } from './milestone.ts';
import { createPod } from './pod.ts';
import { insertSubmission } from './receive.ts';
import type { Db } from './store.ts';
import { tablesWith } from './tables.ts';

const postsFolder = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, 'demo/posts')
  : path.join(root, 'dist/demo/posts');

/**
 * Fills an empty database with demo content, and returns true if it did. Does so only once: if staff later delete all
 * content, the site stays empty.
 */
export async function fillWithDemo(db: Db, now: Date): Promise<boolean> {
  if (!(await wantsDemo(db))) return false;
  const articles = await Promise.all(
    posts.map(({ file }) => readFile(path.join(postsFolder, `${file}.md`), 'utf8')),
  );
  return db.transaction().execute(async (tx) => {
    await takeLock(tx, 'first start');
    if (!(await wantsDemo(tx))) return false;
    await createContent(tx, articles);
    await createSubmissions(tx);
    await tx.insertInto('meta').values({ key: filledKey, value: now.toISOString() }).execute();
    return true;
  });
}

const filledKey = 'demo content';

async function wantsDemo(db: Db): Promise<boolean> {
  const filled = await db.selectFrom('meta').select('key').where('key', '=', filledKey).execute();
  if (filled.length > 0) return false;
  for (const table of contentTables) {
    const rows = await db.selectFrom(table).select('id').limit(1).execute();
    if (rows.length > 0) return false;
  }
  return true;
}

const contentTables = tablesWith('entry').filter((table) => table !== 'users');

async function createContent(tx: Db, articles: string[]): Promise<void> {
  for (const pod of byDate(pods, ({ startDate }) => startDate)) {
    await createPod(tx, { ...PodDraft.parse(pod), endDate: pod.endDate }, new Date(pod.startDate));
  }
  for (const app of byDate(apps, ({ createdAt }) => createdAt)) {
    await createApp(tx, AppDraft.parse(app), new Date(app.createdAt));
  }
  const entries = Object.entries(logs).flatMap(([podId, log]) =>
    log.map((entry) => ({ podId, ...entry })),
  );
  for (const { mvp, extended, ...entry } of byDate(entries, ({ date }) => date)) {
    const draft = LogEntryDraft.parse({ ...entry, mvpHours: mvp, extendedHours: extended });
    await createLogEntry(tx, draft, { username: 'admin', now: new Date(`${entry.date}T16:00Z`) });
  }
  for (const [index, post] of posts.entries()) {
    const content = articles[index]?.trim() ?? '';
    const draft = BlogDraft.parse({
      ...post,
      content,
      category: fitToList(blogCategories, post.category),
    });
    const now = new Date(post.publishedAt);
    const { id } = await createBlog(tx, draft, notRendered, now);
    const app = { kind: 'apps', id: post.about ?? '' } as const;
    if (post.about) await connect(tx, { kind: 'blogs', id }, app, { username: 'admin', now });
  }
  for (const milestone of milestones) {
    await createMilestone(tx, MilestoneDraft.parse(milestone), new Date(milestone.date));
  }
}

/** Demo articles are saved without HTML. `renderOutdated` in server/articles.ts renders them once the server runs. */
const notRendered = undefined;

/** Saves the demo submissions as if staff had reviewed them. Ideas also get a history of statuses, and connections. */
async function createSubmissions(tx: Db): Promise<void> {
  for (const idea of ideas) {
    const { status, notes, answer = null, createdAt, route = [], became = {}, ...draft } = idea;
    const { kind, row } = newIdea(
      IdeaDraft.parse({
        ...draft,
        requiredExpertise: fitAllToList(expertises, draft.requiredExpertise),
      }),
      new Date(createdAt),
    );
    const id = demoId(row);
    await insertSubmission(tx, kind, { ...row, id, status, notes, answer });
    let before: string = row.status;
    for (const { status: after, at } of route) {
      const by = { username: 'admin', now: new Date(at) };
      await record(tx, kind, id, by, [{ what: 'status', before, after }]);
      before = after;
    }
    const by = { username: 'admin', now: new Date(route.at(-1)?.at ?? createdAt) };
    for (const [kind, other] of Object.entries(became) as [LineageKind, string][]) {
      await connect(tx, { kind: 'ideas', id }, { kind, id: other }, by);
    }
  }
  for (const { status, notes, createdAt, ...draft } of applications) {
    const { kind, row } = newApplication(
      ApplicationDraft.parse({ ...draft, circles: fitAllToList(circles, draft.circles) }),
      new Date(createdAt),
    );
    await insertSubmission(tx, kind, { ...row, status, notes });
  }
  for (const { status, createdAt, ...draft } of contacts) {
    const { kind, row } = newContact(
      ContactDraft.parse({
        ...draft,
        inquiryType: fitToList(inquiryTypes, draft.inquiryType ?? ''),
      }),
      new Date(createdAt),
    );
    await insertSubmission(tx, kind, { ...row, status });
  }
}

/**
 * Returns `value` if it is in the list, otherwise another entry of the list. The lists come from site.config.ts, so
 * another lab's lists may lack values of the demo content.
 */
const fitToList = (list: readonly string[], value = '') =>
  list.includes(value) ? value : list[value.length % list.length];

const fitAllToList = (list: readonly string[], values: readonly string[] = []) => [
  ...new Set(values.map((value) => fitToList(list, value))),
];

/**
 * Makes a UUID from the time and title of a demo idea. It is the same in every database, so the page of the idea always
 * has the same URL.
 */
const demoId = ({ id, title }: { id: string; title: string }) =>
  `${id.slice(0, 13)}-7000-8000-${createHash('sha256').update(title).digest('hex').slice(0, 12)}`;

const byDate = <T>(entries: readonly T[], dateOf: (entry: T) => string): T[] =>
  entries.toSorted((a, b) => dateOf(a).localeCompare(dateOf(b)));
