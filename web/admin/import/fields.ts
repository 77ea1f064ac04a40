import type { ImportKind } from '#contract/import.ts';
import { formWords } from '#contract/site/forms.ts';
import {
  applicationRoles,
  applicationStatuses,
  ideaStatuses,
  otherRole,
  yesNo,
} from '#contract/vocabulary.ts';

/** The labels of fields whose name does not become a good label with `inWords`. */
const labels: Record<ImportKind, Record<string, string>> = {
  ideas: {
    submitterName: 'Name',
    proposedSolution: 'Proposed AI-driven solution',
    targetAudience: 'Target audience or beneficiary',
    expectedImpact: 'Expected impact or benefits',
    successMetrics: 'Potential MVP success metrics',
    dependencies: 'Dependencies or prerequisites',
    answer: 'Public answer',
  },
  applications: {
    mattermostHandle: `${formWords.chat} handle`,
    meetsRequirements: 'Meets the minimum availability',
    currentlyInCircle: 'Currently in a circle',
    linkedin: 'LinkedIn',
    github: 'GitHub',
  },
};

const labelsOfBoth: Record<string, string> = {
  email: 'E-mail',
  notes: 'Notes of staff',
  createdAt: 'Sent on',
};

export const labelOf = (kind: ImportKind, field: string): string =>
  labels[kind][field] ?? labelsOfBoth[field] ?? inWords(field);

/** Turns "problemStatement" into "Problem statement". */
function inWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0]?.toUpperCase() + words.slice(1);
}

/** Returns the values from which staff choose one for all rows. Undefined for a field in which staff type a text. */
export function choicesOf(kind: ImportKind, field: string): readonly string[] | undefined {
  switch (field) {
    case 'status':
      return kind === 'ideas' ? ideaStatuses : applicationStatuses;
    case 'role':
      return applicationRoles.filter((role) => role !== otherRole);
    case 'meetsRequirements':
    case 'currentlyInCircle':
      return yesNo;
    default:
      return undefined;
  }
}

/** Returns "1 idea" or "2,000 ideas". */
export const counted = (kind: ImportKind, count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? kind.slice(0, -1) : kind}`;

/** Returns "1 row" or "2,000 rows". */
export const rowsText = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;
