import type { Suspicion } from '#contract/quarantine.ts';
import { newApplication } from './application.ts';
import { newContact } from './contact.ts';
import { newIdea } from './idea.ts';
import type { Received, Tables } from './tables.ts';

/** Submissions that are stored as JSON, in the quarantine and in the trash. */

/**
 * Reads a row that was stored as JSON, with the columns of its time. Columns added since get the value of an empty draft,
 * columns dropped since are left out. Returns undefined when the JSON is damaged.
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

/** Adds to the JSON of a submission in quarantine why it is there, for the time in which it is in the trash. */
export function withSuspicion(submission: string, suspicion: string): string {
  try {
    return JSON.stringify({ ...JSON.parse(submission), suspicion });
  } catch {
    return submission;
  }
}

/** Why a submission in the trash was held back before; undefined if it was in its list. */
export const suspicionOf = (submission: string): Suspicion | undefined =>
  JSON.parse(submission).suspicion;

const unreadable = 'This submission cannot be read';
const longAgo = new Date(0);

/** The rows of empty drafts, by table. They also stand in for a submission that cannot be read. */
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

/** The row, or that of an empty draft with this id when it cannot be read. */
export const readRowOrBlank = <K extends Received>(
  kind: K,
  { id, submission }: { id: string; submission: string },
): Tables[K] => readRow(kind, submission) ?? ({ ...blank[kind], id } as Tables[K]);
