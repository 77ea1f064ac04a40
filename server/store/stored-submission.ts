import type { Suspicion } from '#contract/quarantine.ts';
import { newApplication } from './application.ts';
import { newContact } from './contact.ts';
import { rowWithCurrentMain } from './duplicate.ts';
import type { Actor } from './history.ts';
import { newIdea } from './idea.ts';
import { mayOwn } from './owner.ts';
import type { Db } from './store.ts';
import type { IdeaRow, Received, Tables } from './tables.ts';

/**
 * Reads a submission of the quarantine or the trash, stored as JSON, perhaps by an earlier version of the site. Columns
 * that did not exist then get the value of an empty draft, and columns that no longer exist are left out. Returns
 * undefined if the JSON is damaged.
 */
export function readRow<K extends Received>(kind: K, submission: string): Tables[K] | undefined {
  try {
    const written = JSON.parse(submission);
    if (!Object.hasOwn(written, 'id')) return undefined;
    const columns = Object.entries(blank[kind]).map(([name, value]) => [
      name,
      Object.hasOwn(written, name) ? written[name] : value,
    ]);
    return Object.fromEntries(columns);
  } catch {
    return undefined;
  }
}

/** Adds the suspicion to a submission that moves from the quarantine to the trash, for `suspicionOf`. */
export function withSuspicion(submission: string, suspicion: string): string {
  try {
    return JSON.stringify({ ...JSON.parse(submission), suspicion });
  } catch {
    return submission;
  }
}

/** Returns the suspicion of a submission in the trash. It is undefined if the submission was not in the quarantine. */
export const suspicionOf = (submission: string): Suspicion | undefined =>
  JSON.parse(submission).suspicion;

const unreadable = 'This submission cannot be read';
const longAgo = new Date(0);

/** The rows of empty drafts. Lists show them in place of submissions that cannot be read. */
const blank: Pick<Tables, Received> = {
  ideas: newIdea(
    {
      title: unreadable,
      submitterName: '',
      problemStatement: '',
      proposedSolution: '',
      targetAudience: '',
      expectedImpact: '',
      requiredExpertise: [],
      successMetrics: null,
      dependencies: null,
    },
    longAgo,
  ).row,
  applications: newApplication(
    {
      fullName: unreadable,
      email: '',
      role: '',
      mattermostHandle: '',
      circles: [],
      meetsRequirements: 'No',
      currentlyInCircle: 'No',
      experience: null,
      availability: null,
      skills: [],
      linkedin: null,
      github: null,
      portfolio: null,
      motivation: null,
    },
    longAgo,
  ).row,
  contacts: newContact(
    { name: unreadable, email: '', subject: '', inquiryType: 'general', message: '' },
    longAgo,
  ).row,
};

/** Returns the stored row, or, if it cannot be read, the row of an empty draft with the same id. */
export const readRowOrBlank = <K extends Received>(
  kind: K,
  { id, submission }: { id: string; submission: string },
): Tables[K] => readRow(kind, submission) ?? ({ ...blank[kind], id } as Tables[K]);

/**
 * Returns the row of a submission that leaves the trash or the quarantine; undefined if it cannot be read. Removes an
 * owner who may no longer open this kind, and updates `duplicate_of` if the main idea has changed meanwhile.
 */
export async function rowOnReturn<K extends Received>(
  tx: Db,
  kind: K,
  submission: string,
  by: Actor,
): Promise<Tables[K] | undefined> {
  const row = readRow(kind, submission);
  if (!row) return undefined;
  const mayKeepOwner = row.owner_id !== null && (await mayOwn(tx, kind, row.owner_id));
  const back = kind === 'ideas' ? await rowWithCurrentMain(tx, row as IdeaRow, by) : row;
  const owner_id = mayKeepOwner ? row.owner_id : null;
  return { ...back, owner_id } as Tables[K];
}
