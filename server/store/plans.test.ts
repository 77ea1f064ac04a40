import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CompiledQuery, sql } from 'kysely';
import { newDatabase } from '../../tests/harness.ts';
import { listApplications } from './application.ts';
import { findBlog, listBlogSummaries, listBlogs } from './blog.ts';
import { listContacts } from './contact.ts';
import { listIdeaPage, listIdeas } from './idea.ts';
import { countOrRefuse, sweepLimits } from './limit.ts';
import { openStore } from './open.ts';
import type { Db } from './store.ts';
import { sweepSubmissions } from './submission.ts';

/** Every question about a table that grows is answered along an index, in its order: no sorting, no search. */

const store = await openStore(await newDatabase());
const now = new Date('2026-11-15T10:00:00.000Z');
const page = { wanted: '', status: '', limit: 48 };

const questions: Record<string, (db: Db) => Promise<unknown>> = {
  'all ideas': listIdeas,
  'the first ideas': (db) => listIdeaPage(db, page),
  'the first ideas of one status': (db) => listIdeaPage(db, { ...page, status: 'approved' }),
  'all applications': listApplications,
  'all contacts': listContacts,
  'all posts': listBlogs,
  'the cards of all posts': listBlogSummaries,
  'one post': (db) => findBlog(db, 'nothing').catch(() => {}),
  'a limit': (db) => countOrRefuse(db, [{ key: 'key', limit: { points: 1, seconds: 1 } }], now),
  'limits that have ended': (db) => sweepLimits(db, now),
  'keys that have run out': (db) => sweepSubmissions(db, now),
};

for (const [name, ask] of Object.entries(questions)) {
  test(`${name}: along an index`, async () => {
    const asked: CompiledQuery[] = [];
    const listening = store.db.withPlugin({
      transformQuery({ node, queryId }) {
        asked.push(store.db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await ask(listening);
    assert.ok(asked.length > 0);
    for (const query of asked) {
      const plan = await explain(query);
      assert.doesNotMatch(plan, /TEMP B-TREE|SCAN \w+$|Seq Scan|Sort\b/m, `${query.sql}\n${plan}`);
    }
  });
}

async function explain(query: CompiledQuery): Promise<string> {
  // A prepared one is heard of while it is built, without its values: any will do.
  const parameters = query.parameters.map((each) => (typeof each === 'object' ? 1 : each));
  const prefix = store.engine === 'sqlite' ? 'explain query plan ' : 'explain ';
  const { rows } = await store.db.connection().execute(async (db) => {
    // A small table is read whole whatever indexes there are; the question is whether they could be used.
    if (store.engine === 'postgres') {
      await sql`set enable_seqscan = off`.execute(db);
      await sql`set enable_bitmapscan = off`.execute(db);
    }
    return db.executeQuery<Record<string, string>>({
      ...query,
      sql: prefix + query.sql,
      parameters,
    });
  });
  return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
}

test.after(() => store.close());
