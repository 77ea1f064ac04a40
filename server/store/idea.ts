import type { Idea, IdeaDraft, IdeaReview, PublicIdea } from '#contract/idea.ts';
import type { IdeaPage, StaffIdeaPage } from '#contract/list-page.ts';
import { ideaStatuses } from '#contract/vocabulary.ts';
import type { Seen } from './change.ts';
import type { Actor } from './history.ts';
import { newId } from './id.ts';
import {
  findOne,
  findPage,
  type ListDeps,
  listAll,
  listMatching,
  type PageQuery,
} from './list-page.ts';
import type { Pieces } from './pieces.ts';
import type { Submission } from './receive.ts';
import { reviewRow } from './review.ts';
import type { Db } from './store.ts';
import type { IdeaRow } from './tables.ts';

export const listIdeas = (db: Db): Pieces<Idea> => listAll(db, forStaff);

export const listPublicIdeas = (db: Db): Pieces<PublicIdea> => listAll(db, forPublic);

export const listIdeaPage = (deps: ListDeps, query: PageQuery): Promise<IdeaPage> =>
  findPage(deps, forPublic, query);

export const listStaffIdeaPage = (deps: ListDeps, query: PageQuery): Promise<StaffIdeaPage> =>
  findPage(deps, forStaff, query);

export const listMatchingIdeas = (deps: ListDeps, query: PageQuery): Pieces<Idea> =>
  listMatching(deps, forStaff, query);

export const findIdea = (db: Db, id: string): Promise<Idea> => findOne(db, forStaff, id);

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
    owner_id: null,
    answer: null,
    email: draft.email ?? null,
  };
  return { kind: 'ideas', row, answer: toPublicIdea(row) };
}

export const reviewIdea = async (
  tx: Db,
  id: string,
  { tell, ...review }: IdeaReview,
  seen: Seen,
  by: Actor,
): Promise<Idea> => toIdea(await reviewRow(tx, 'ideas', id, review, seen, by, tell));

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
  ...(row.answer !== null && { answer: row.answer }),
  createdAt: row.created_at,
});

export const toIdea = (row: IdeaRow): Idea => ({
  ...toPublicIdea(row),
  ...(row.email !== null && { email: row.email }),
  notes: row.notes,
  ...(row.owner_id !== null && { ownerId: row.owner_id }),
  version: row.version,
});

const forPublic = { kind: 'ideas', statuses: ideaStatuses, toItem: toPublicIdea } as const;
const forStaff = { kind: 'ideas', statuses: ideaStatuses, toItem: toIdea } as const;
