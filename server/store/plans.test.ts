import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CompiledQuery, type QueryId, type RootOperationNode, sql } from 'kysely';
import { AppDraft } from '#contract/app.ts';
import { BlogDraft } from '#contract/blog.ts';
import { IdeaDraft } from '#contract/idea.ts';
import { LogEntryDraft } from '#contract/log.ts';
import { mailTopics } from '#contract/mail.ts';
import { PodDraft } from '#contract/pod.ts';
import { collect } from '../../tests/collect.ts';
import { appDraft, blogDraft, ideaDraft, logDraft, podDraft } from '../../tests/drafts.ts';
import { migratedDatabase } from '../../tests/harness.ts';
import { createApp } from './app.ts';
import { listApplications } from './application.ts';
import {
  createBlog,
  findAround,
  findArticle,
  listBlogPage,
  listBlogSummaries,
  listBlogs,
} from './blog.ts';
import { connect } from './connections.ts';
import { listContacts } from './contact.ts';
import { duplicatesToTell, findMain } from './duplicate.ts';
import { facets } from './facets.ts';
import { findFollow, queueFollowerMails, sweepFollows } from './follow.ts';
import { listGivenUp } from './given-up.ts';
import { listActivity, listHistory } from './history.ts';
import { newId } from './id.ts';
import { listIdeaChanges, listIdeaPage, listIdeas, listStaffIdeaPage, newIdea } from './idea.ts';
import { sweepAnswers } from './idempotency.ts';
import { countOrRefuse, sweepLimits } from './limit.ts';
import { findAppLineage, findLineage } from './lineage.ts';
import { createLogEntry, listLog, listPodLog, listStaffLog } from './log.ts';
import { openStore } from './open.ts';
import { listDue } from './outbox.ts';
import { createPod } from './pod.ts';
import { matchTitlesPostgres, searchPostgres } from './postgres-search.ts';
import { findPressCounts, listHelpers, sweepPresses } from './press.ts';
import { insertSubmission } from './receive.ts';
import { sweepPersonalData } from './retention.ts';
import { searchSite } from './site-search.ts';
import { matchTitlesSqlite, searchSqlite } from './sqlite-search.ts';
import type { Db } from './store.ts';
import { findTitles } from './titles.ts';
import { listTrash, sweepTrash } from './trash.ts';
import { findWaiting } from './waiting.ts';

/** Tests that queries on growing tables use an index for filter and order: no plan has a sort or a full scan. */

const store = await openStore(await migratedDatabase());
const now = new Date('2026-11-15T10:00:00.000Z');
const page = { wanted: '', status: '', before: '', after: '', limit: 48 };
const posts = { wanted: '', category: '', before: '', limit: 48 };
const { search } = store;
const searchOf = store.engine === 'sqlite' ? searchSqlite : searchPostgres;
const matchTitles = store.engine === 'sqlite' ? matchTitlesSqlite : matchTitlesPostgres;
const wanted = { kind: 'ideas', text: 'harbour', limit: 48 } as const;
// Creates more posts than `listBlogs` reads at once.
for (let number = 0; number < 11; number += 1) {
  await createBlog(store.db, BlogDraft.parse({ ...blogDraft, title: `Post ${number}` }), '', now);
}

const by = { username: 'ines', now };
const pod = await createPod(store.db, PodDraft.parse(podDraft), now);
const app = await createApp(store.db, AppDraft.parse({ ...appDraft, podId: pod.id }), now);
const { row: idea } = newIdea(IdeaDraft.parse(ideaDraft), now);
await insertSubmission(store.db, 'ideas', idea);
for (const { kind, id } of [
  { kind: 'pods', id: pod.id },
  { kind: 'apps', id: app.id },
  { kind: 'blogs', id: 'post-3' },
] as const) {
  await connect(store.db, { kind: 'ideas', id: idea.id }, { kind, id }, by);
}
const entry = await createLogEntry(store.db, LogEntryDraft.parse(logDraft), by);
const log = { before: entry.id, limit: 8 };

const queries: Record<string, (db: Db) => Promise<unknown>> = {
  'all ideas': (db) => collect(listIdeas(db)),
  'the first ideas': (db) => listIdeaPage({ db, search }, page),
  'the first ideas of one status': (db) =>
    listIdeaPage({ db, search }, { ...page, status: 'approved' }),
  'older ideas': (db) => listIdeaPage({ db, search }, { ...page, before: newId(now) }),
  'newer ideas of one status': (db) =>
    listIdeaPage({ db, search }, { ...page, status: 'approved', after: newId(now) }),
  'ideas that wait, oldest first': (db) =>
    listStaffIdeaPage({ db, search }, { ...page, isWaiting: true, sort: 'oldest' }),
  'ideas of one owner that ask for one expertise': (db) =>
    listStaffIdeaPage(
      { db, search },
      { ...page, facets: [facets.owner(newId(now)), facets.expertise('Developer')] },
    ),
  'submissions that wait for an answer': (db) =>
    findWaiting(db, { id: newId(now), username: '', role: 'admin', version: 1 }, now),
  'a search': (db) => searchOf(db)(wanted),
  'a search for older ideas': (db) => searchOf(db)({ ...wanted, before: newId(now) }),
  'a search for newer ideas': (db) =>
    searchOf(db)({ ...wanted, after: newId(now), direction: 'asc' }),
  'a search for ideas of one status': (db) => searchOf(db)({ ...wanted, status: 'approved' }),
  'a search for posts by their whole text': (db) => searchOf(db)({ ...wanted, kind: 'blogs' }),
  'a search over everything': (db) =>
    searchSite({ db, search: searchOf(db) }, { wanted: 'post', kind: '' }),
  'a search for one character': (db) => searchOf(db)({ ...wanted, text: 'h' }),
  'the newest status changes': (db) => listIdeaChanges(db),
  'older entries of all flight logs': (db) => listLog(db, log),
  'the flight log of a pod': (db) => listPodLog(db, 'dunlin', log),
  'all flight logs, for staff': (db) => listStaffLog(db, '', { ...log, before: '' }),
  'similar titles': (db) => findTitles(db, matchTitles)(['harbo', 'ferry', 'nig']),
  'the main idea of a duplicate': (db) => findMain(db, newId(now)),
  'duplicates of an idea': (db) => duplicatesToTell(db, newId(now)),
  'followers of an idea': (db) => queueFollowerMails(db, newId(now), now),
  'a follower': (db) => findFollow(db, 'secret').catch(() => {}),
  'followers who have not confirmed': (db) => sweepFollows(db, now),
  'presses of an idea': (db) => findPressCounts(db, newId(now)).catch(() => {}),
  'helpers of an idea': (db) => listHelpers(db, newId(now)),
  'presses of earlier days': (db) => sweepPresses(db, now),
  'all applications': (db) => collect(listApplications(db)),
  'all contacts': (db) => collect(listContacts(db)),
  'all posts': (db) => collect(listBlogs(db)),
  'the cards of all posts': (db) => collect(listBlogSummaries(db)),
  'the first posts': (db) => listBlogPage(db, posts),
  'older posts of one category': (db) =>
    listBlogPage(db, { ...posts, category: 'AI', before: 'post-3' }),
  'a search for posts': (db) => listBlogPage(db, { ...posts, wanted: 'harbour' }),
  'older posts with one tag': (db) =>
    listBlogPage(db, { ...posts, tag: 'tides', before: 'post-3' }),
  'the posts around a post': (db) => findAround(db, 'post-3'),
  'one post': (db) => findArticle(db, 'nothing').catch(() => {}),
  'the lineage of an idea': (db) => findLineage(db, 'ideas', idea.id),
  'the lineage of a post': (db) => findLineage(db, 'blogs', 'post-3'),
  'the lineage of an app': (db) => findAppLineage(db, app.id),
  'the lineage of a pod': (db) => findLineage(db, 'pods', pod.id),
  'a rate limit': (db) =>
    countOrRefuse(db, [{ key: 'key', limit: { points: 1, seconds: 1 } }], now),
  'expired rate limits': (db) => sweepLimits(db, now),
  'personal data to delete': (db) => sweepPersonalData(db, { applications: 24, contacts: 24 }, now),
  'mails that are due': (db) => listDue(db, mailTopics, now, 10),
  'mails that were given up': (db) => listGivenUp(db),
  'the history of one submission': (db) => listHistory(db, newId(now)),
  'the newest history entries': (db) => listActivity(db, 12),
  'the trash': (db) => listTrash(db),
  'submissions to delete from the trash': (db) => sweepTrash(db, now),
  'expired Idempotency-Keys': (db) => sweepAnswers(db, now),
};

/** Returns the queries that `run` executes. */
async function queriesOf(run: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const executed: CompiledQuery[] = [];
  const nodes = new WeakMap<QueryId, RootOperationNode>();
  const recordingDb = store.db.withPlugin({
    // Kysely calls `transformQuery` for subqueries too. Only executed queries reach `transformResult`.
    transformQuery({ node, queryId }) {
      nodes.set(queryId, node);
      return node;
    },
    async transformResult({ result, queryId }) {
      const node = nodes.get(queryId);
      if (node) executed.push(store.db.getExecutor().compileQuery(node, queryId));
      return result;
    },
  });
  await run(recordingDb);
  return executed;
}

/** Returns true for PostgreSQL queries that use a text index: only these have a materialized CTE. */
const isByIndex = (query: CompiledQuery) => query.sql.includes('as materialized');

for (const [name, run] of Object.entries(queries)) {
  test(`${name}: the query plan uses an index`, async () => {
    const executed = await queriesOf(run);
    assert.ok(executed.length > 0);
    for (const query of executed) {
      const plan = await explain(query);
      const message = `${query.sql}\n${plan}`;
      if (isByIndex(query)) {
        // The plan uses a text index, or the primary key for `before` and `after`. It may sort the matches.
        assert.match(plan, /Bitmap Index Scan on \w+_(index|short|pkey)/, message);
        assert.doesNotMatch(plan, /Seq Scan/, message);
        continue;
      }
      // The subquery `sample` has a limit, so it may be scanned.
      assert.doesNotMatch(plan, /TEMP B-TREE|SCAN (?!sample)\w+$|Seq Scan|Sort\b/m, message);
    }
  });
}

if (store.engine === 'postgres') {
  test('a text that only the newest ideas contain is searched through the index', async () => {
    const draft = IdeaDraft.parse({ ...ideaDraft, title: 'Zugzwang' });
    for (let number = 0; number < 20; number += 1) {
      await insertSubmission(store.db, 'ideas', newIdea(draft, now).row);
    }
    const executed = await queriesOf((db) =>
      searchPostgres(db)({ kind: 'ideas', text: 'zugzwang', limit: 200 }),
    );
    assert.ok(executed.some(isByIndex));
  });

  test('a phrase of frequent words is searched by reading first, then through the index if it is rare', async () => {
    const titles = ['Quokka oryx', ...Array<string>(4).fill('Oryx and quokka')];
    for (const title of Array<string[]>(10).fill(titles).flat()) {
      await insertSubmission(
        store.db,
        'ideas',
        newIdea(IdeaDraft.parse({ ...ideaDraft, title }), now).row,
      );
    }
    const indexUseFor = async (text: string) =>
      (await queriesOf((db) => searchPostgres(db)({ kind: 'ideas', text, limit: 200 }))).map(
        isByIndex,
      );
    assert.deepEqual(await indexUseFor('quokka oryx'), [false, false, true]);
    assert.deepEqual(await indexUseFor('quokka zebra'), [false, true]);
  });
}

async function explain(query: CompiledQuery): Promise<string> {
  const prefix = store.engine === 'sqlite' ? 'explain query plan ' : 'explain ';
  const { rows } = await store.db.connection().execute(async (db) => {
    // PostgreSQL prefers sequential scans for small tables. Without them, the plan shows whether an index can be used.
    if (store.engine === 'postgres') {
      await sql`set enable_seqscan = off`.execute(db);
      await sql`set enable_bitmapscan = ${sql.lit(isByIndex(query) ? 'on' : 'off')}`.execute(db);
    }
    return db.executeQuery<Record<string, string>>({ ...query, sql: prefix + query.sql });
  });
  return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
}

test.after(() => store.close());
