import { sql } from 'kysely';
import type { Idea, IdeaDraft, IdeaReview, PublicIdea } from '#contract/idea.ts';
import type { IdeaPage } from '#contract/idea-page.ts';
import { ideaSays } from '#contract/idea-search.ts';
import { type IdeaStatus, ideaStatuses } from '#contract/vocabulary.ts';
import { changedOr, held, type Seen } from './change.ts';
import { newId } from './id.ts';
import type { Submission } from './receive.ts';
import type { Db } from './store.ts';
import type { IdeaRow } from './tables.ts';

const newest = (db: Db) => db.selectFrom('ideas').selectAll().orderBy('id', 'desc').execute();

export const listIdeas = async (db: Db): Promise<Idea[]> => (await newest(db)).map(toIdea);

export const listPublicIdeas = async (db: Db): Promise<PublicIdea[]> =>
  (await newest(db)).map(toPublicIdea);

/** The first `limit` of those with this status that say what is wanted; either may be empty. */
export async function listIdeaPage(
  db: Db,
  { wanted, status, limit }: { wanted: string; status: string; limit: number },
): Promise<IdeaPage> {
  const counted = await db
    .selectFrom('ideas')
    .select(['status', sql<number>`count(*)`.as('count')])
    .groupBy('status')
    .execute();
  const counts = Object.fromEntries(ideaStatuses.map((each) => [each, 0])) as IdeaPage['counts'];
  for (const row of counted) counts[row.status as IdeaStatus] = Number(row.count);
  // What no idea has is no question for a database, some of which refuse odd characters.
  if (status !== '' && !Object.hasOwn(counts, status)) return { items: [], total: 0, counts };
  const fitting = db
    .selectFrom('ideas')
    .selectAll()
    .$if(status !== '', (query) => query.where('status', '=', status))
    .orderBy('id', 'desc');
  if (wanted === '') {
    const rows = await fitting.limit(limit).execute();
    const total = status
      ? counts[status as IdeaStatus]
      : Object.values(counts).reduce((sum, count) => sum + count, 0);
    return { items: rows.map(toPublicIdea), total, counts };
  }
  // In our own words, as the two engines differ in what is the same letter.
  const found = (await fitting.execute())
    .map(toPublicIdea)
    .filter((idea) => ideaSays(idea, wanted));
  return { items: found.slice(0, limit), total: found.length, counts };
}

export function newIdea(draft: IdeaDraft, now: Date): Submission<'ideas', PublicIdea> {
  const row: IdeaRow = {
    id: newId(now),
    title: draft.title,
    submitter_name: draft.submitterName,
    problem_statement: draft.problemStatement,
    proposed_solution: draft.proposedSolution,
    target_audience: draft.targetAudience,
    expected_impact: draft.expectedImpact,
    required_expertise: JSON.stringify(draft.requiredExpertise),
    success_metrics: draft.successMetrics,
    dependencies: draft.dependencies,
    status: 'pending',
    notes: null,
    created_at: now.toISOString(),
    version: 1,
  };
  return { kind: 'ideas', row, answer: toPublicIdea(row) };
}

export async function reviewIdea(
  db: Db,
  id: string,
  review: IdeaReview,
  seen: Seen,
): Promise<Idea> {
  const row = await db
    .updateTable('ideas')
    .set({ status: review.status, notes: review.notes, version: sql`version + 1` })
    .where((row) => row.and(held(id, seen)))
    .returningAll()
    .executeTakeFirst();
  return toIdea(await changedOr(db, 'ideas', id, row));
}

const toPublicIdea = (row: IdeaRow): PublicIdea => ({
  id: row.id,
  title: row.title,
  submitterName: row.submitter_name,
  problemStatement: row.problem_statement,
  proposedSolution: row.proposed_solution,
  targetAudience: row.target_audience,
  expectedImpact: row.expected_impact,
  requiredExpertise: JSON.parse(row.required_expertise),
  successMetrics: row.success_metrics,
  dependencies: row.dependencies,
  status: row.status as Idea['status'],
  createdAt: row.created_at,
});

export const toIdea = (row: IdeaRow): Idea => ({
  ...toPublicIdea(row),
  notes: row.notes,
  version: row.version,
});
