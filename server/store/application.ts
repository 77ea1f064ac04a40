import type {
  Application,
  ApplicationDraft,
  ApplicationReceipt,
  ApplicationReview,
} from '#contract/application.ts';
import type { ApplicationPage } from '#contract/list-page.ts';
import { applicationStatuses } from '#contract/vocabulary.ts';
import type { IfVersion } from './change.ts';
import type { Actor } from './history.ts';
import { newId } from './id.ts';
import { webUrlOrNull } from './link.ts';
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
import type { ApplicationRow } from './tables.ts';

export const listApplications = (db: Db): Pieces<Application> => listAll(db, forStaff);

export const listApplicationPage = (deps: ListDeps, query: PageQuery): Promise<ApplicationPage> =>
  findPage(deps, forStaff, query);

export const listMatchingApplications = (deps: ListDeps, query: PageQuery): Pieces<Application> =>
  listMatching(deps, forStaff, query);

export const findApplication = (db: Db, id: string): Promise<Application> =>
  findOne(db, forStaff, id);

export function newApplication(
  draft: ApplicationDraft,
  now: Date,
): Submission<'applications', Omit<ApplicationReceipt, 'receiptPath'>> {
  const row: ApplicationRow = {
    id: newId(now),
    full_name: draft.fullName,
    email: draft.email,
    role: draft.role,
    mattermost_handle: draft.mattermostHandle,
    circles: JSON.stringify(draft.circles),
    meets_requirements: draft.meetsRequirements,
    currently_in_circle: draft.currentlyInCircle,
    experience: draft.experience,
    availability: draft.availability,
    skills: JSON.stringify(draft.skills),
    linkedin: draft.linkedin,
    github: draft.github,
    portfolio: draft.portfolio,
    motivation: draft.motivation,
    status: 'pending',
    notes: null,
    created_at: now.toISOString(),
    version: 1,
    owner_id: null,
  };
  const { id, status, createdAt } = toApplication(row);
  return { kind: 'applications', row, answer: { id, status, createdAt } };
}

export const reviewApplication = async (
  tx: Db,
  id: string,
  { tell, ...review }: ApplicationReview,
  ifVersion: IfVersion,
  by: Actor,
): Promise<Application> =>
  toApplication(await reviewRow(tx, 'applications', id, review, ifVersion, by, tell));

export const toApplication = (row: ApplicationRow): Application => ({
  id: row.id,
  fullName: row.full_name,
  email: row.email,
  role: row.role,
  mattermostHandle: row.mattermost_handle,
  circles: JSON.parse(row.circles),
  meetsRequirements: row.meets_requirements as Application['meetsRequirements'],
  currentlyInCircle: row.currently_in_circle as Application['currentlyInCircle'],
  experience: row.experience,
  availability: row.availability,
  skills: JSON.parse(row.skills),
  linkedin: webUrlOrNull(row.linkedin),
  github: webUrlOrNull(row.github),
  portfolio: webUrlOrNull(row.portfolio),
  motivation: row.motivation,
  status: row.status as Application['status'],
  notes: row.notes,
  createdAt: row.created_at,
  ...(row.owner_id !== null && { ownerId: row.owner_id }),
  version: row.version,
});

const forStaff = {
  kind: 'applications',
  statuses: applicationStatuses,
  toItem: toApplication,
} as const;
