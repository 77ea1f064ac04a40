import type {
  Idea,
  IdeaChanges,
  IdeaDetail,
  IdeaDraft,
  IdeaLinks,
  IdeaReview,
  PublicIdea,
} from '#contract/idea.ts';
import type { IdeaPage, StaffIdeaPage } from '#contract/list-page.ts';
import { sliceWhole } from '#contract/slice-whole.ts';
import { type IdeaStatus, ideaStatuses } from '#contract/vocabulary.ts';
import type { IfVersion } from './change.ts';
import { findMain } from './duplicate.ts';
import { type Actor, namesOf } from './history.ts';
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
  findPage(deps, forList, query);

export const listStaffIdeaPage = (deps: ListDeps, query: PageQuery): Promise<StaffIdeaPage> =>
  findPage(deps, forStaff, query);

export const listMatchingIdeas = (deps: ListDeps, query: PageQuery): Pieces<Idea> =>
  listMatching(deps, forStaff, query);

export const findIdea = (db: Db, id: string): Promise<Idea> => findOne(db, forStaff, id);

/** Finds an idea with its public fields, the times of its statuses, its neighbours in the list and its main idea. */
export async function findPublicIdea(db: Db, id: string): Promise<IdeaDetail> {
  const idea = await findOne(db, forPublic, id);
  const changes = await db
    .selectFrom('history')
    .select(['after', 'created_at'])
    .where('submission_id', '=', id)
    .where('what', '=', 'status')
    .orderBy('id')
    .execute();
  const knownChanges = changes.filter(({ after }) =>
    ideaStatuses.some((status) => status === after),
  );
  return {
    ...idea,
    route: [
      { status: ideaStatuses[0], at: idea.createdAt },
      ...knownChanges.map(({ after, created_at }) => ({
        status: after as IdeaStatus,
        at: created_at,
      })),
    ],
    newer: (await listLinks(db, { after: id }, 1))[0] ?? null,
    older: (await listLinks(db, { before: id }, 1))[0] ?? null,
    sameAs: await findMain(db, id),
  };
}

/** Lists up to `mostLinks` ideas as links, newest first, starting after the id `before`, or at the newest if empty. */
export async function listIdeaLinks(db: Db, before: string): Promise<IdeaLinks> {
  const items = await listLinks(db, before ? { before } : {}, mostLinks);
  return { items, hasMore: items.length === mostLinks };
}

/**
 * Lists the newest status changes of ideas. Leaves out ideas that are in the quarantine, in the trash or erased: they
 * are not in the table `ideas`. Reads a fixed number of changes, so the list is shorter if many are left out.
 */
export async function listIdeaChanges(db: Db): Promise<IdeaChanges> {
  const changes = await db
    .selectFrom('history')
    .select(['submission_id', 'after', 'created_at'])
    .where('kind', '=', 'ideas')
    .where('what', '=', 'status')
    .orderBy('id', 'desc')
    .limit(mostChanges * 5)
    .execute();
  const titles = await namesOf(
    db,
    changes.map(({ submission_id: id }) => ({ kind: 'ideas', id })),
  );
  const items = changes.flatMap(({ submission_id: id, after, created_at: at }) => {
    const title = titles.get(id);
    const status = ideaStatuses.find((each) => each === after);
    return title !== undefined && status ? [{ id, title, status, at }] : [];
  });
  return { items: items.slice(0, mostChanges) };
}

const mostChanges = 20;

const mostLinks = 1000;

async function listLinks(
  db: Db,
  { before, after }: { before?: string; after?: string },
  limit: number,
) {
  const rows = await db
    .selectFrom('ideas')
    .select(['id', 'title', 'created_at'])
    .$if(before !== undefined, (rows) => rows.where('id', '<', before ?? ''))
    .$if(after !== undefined, (rows) => rows.where('id', '>', after ?? ''))
    .orderBy('id', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute();
  return rows.map(({ id, title, created_at }) => ({ id, title, createdAt: created_at }));
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
    owner_id: null,
    duplicate_of: null,
    answer: null,
    email: draft.email ?? null,
  };
  return { kind: 'ideas', row, answer: toPublicIdea(row) };
}

export const reviewIdea = async (
  tx: Db,
  id: string,
  { tell, ...review }: IdeaReview,
  ifVersion: IfVersion,
  by: Actor,
): Promise<Idea> => toIdea(await reviewRow(tx, 'ideas', id, review, ifVersion, by, tell));

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
  ...(row.duplicate_of !== null && { duplicateOf: row.duplicate_of }),
  version: row.version,
});

/** The maximum length of each text of an idea in the public list. A card shows at most six lines of a text. */
const longestInList = 600;

const shorten = (text: string): string =>
  text.length > longestInList ? `${sliceWhole(text, 0, longestInList - 2)} …` : text;

const toListedIdea = (row: IdeaRow): PublicIdea => {
  const fields = Object.entries(toPublicIdea(row));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? shorten(value) : value]),
  ) as PublicIdea;
};

const forPublic = { kind: 'ideas', statuses: ideaStatuses, toItem: toPublicIdea } as const;
const forList = { ...forPublic, toItem: toListedIdea } as const;
const forStaff = { kind: 'ideas', statuses: ideaStatuses, toItem: toIdea } as const;
