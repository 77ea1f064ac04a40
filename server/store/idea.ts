import { sql } from 'kysely';
import type { Idea, IdeaDraft, IdeaReview, PublicIdea } from '#contract/idea.ts';
import { changedOr, held, type Seen } from './change.ts';
import { newId } from './id.ts';
import type { Db } from './store.ts';
import type { IdeaRow } from './tables.ts';

const newest = (db: Db) => db.selectFrom('ideas').selectAll().orderBy('id', 'desc').execute();

export const listIdeas = async (db: Db): Promise<Idea[]> => (await newest(db)).map(toIdea);

export const listPublicIdeas = async (db: Db): Promise<PublicIdea[]> =>
  (await newest(db)).map(toPublicIdea);

export const createIdea = async (db: Db, draft: IdeaDraft, now: Date): Promise<PublicIdea> =>
  toPublicIdea(
    await db
      .insertInto('ideas')
      .values({
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
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

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

const toIdea = (row: IdeaRow): Idea => ({
  ...toPublicIdea(row),
  notes: row.notes,
  version: row.version,
});
