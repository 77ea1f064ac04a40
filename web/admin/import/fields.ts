import type { ImportKind } from '#contract/import.ts';
import {
  applicationRoles,
  applicationStatuses,
  ideaStatuses,
  otherRole,
  yesNo,
} from '#contract/vocabulary.ts';
import { labels as applicationLabels } from '../../site/join-team.tsx';
import { labels as ideaLabels } from '../../site/submit-idea.tsx';

const ofStaff = { status: 'Status', notes: 'Notes of staff', createdAt: 'Sent on' };

const labels: Record<ImportKind, Record<string, string>> = {
  ideas: { ...ideaLabels, submitterName: 'Name', answer: 'Public answer', ...ofStaff },
  applications: { ...applicationLabels, ...ofStaff },
};

/** The name of a field, as the form has it. */
export const labelOf = (kind: ImportKind, field: string): string => labels[kind][field] ?? field;

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
