import type { ImportKind } from '#contract/import.ts';
import { formWords } from '#contract/site/forms.ts';
import {
  applicationRoles,
  applicationStatuses,
  ideaStatuses,
  otherRole,
  yesNo,
} from '#contract/vocabulary.ts';

const ofStaff = { status: 'Status', notes: 'Notes of staff', createdAt: 'Sent on' };

const labels: Record<ImportKind, Record<string, string>> = {
  ideas: {
    title: 'Title',
    submitterName: 'Name',
    email: 'E-mail',
    problemStatement: 'Problem statement',
    proposedSolution: 'Proposed AI-driven solution',
    targetAudience: 'Target audience or beneficiary',
    expectedImpact: 'Expected impact or benefits',
    requiredExpertise: 'Required expertise',
    successMetrics: 'Potential MVP success metrics',
    dependencies: 'Dependencies or prerequisites',
    answer: 'Public answer',
    ...ofStaff,
  },
  applications: {
    fullName: 'Full name',
    email: 'E-mail',
    role: 'Role',
    mattermostHandle: `${formWords.chat} handle`,
    circles: 'Circles',
    meetsRequirements: 'Meets the minimum availability',
    currentlyInCircle: 'Currently in a circle',
    experience: 'Experience',
    availability: 'Availability',
    skills: 'Skills',
    linkedin: 'LinkedIn',
    github: 'GitHub',
    portfolio: 'Portfolio',
    motivation: 'Motivation',
    ...ofStaff,
  },
};

/** The name of a field. */
export const labelOf = (kind: ImportKind, field: string): string => labels[kind][field] ?? '';

/** The values of a field that has one of a closed list. */
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

/** "1 idea", "2,000 ideas". */
export const counted = (kind: ImportKind, count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? kind.slice(0, -1) : kind}`;

/** "1 row", "2,000 rows". */
export const rowsText = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;
