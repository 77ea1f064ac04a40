import type { ApplicationStatus, ContactStatus, IdeaStatus } from './vocabulary.ts';

/** Facts about the lists of submissions. Without zod, so that a page that needs only these stays small. */

/** The statuses of submissions that wait for an answer. */
export const waitingStatuses: {
  ideas: readonly IdeaStatus[];
  applications: readonly ApplicationStatus[];
  contacts: readonly ContactStatus[];
} = {
  ideas: ['pending', 'under_review'],
  applications: ['pending', 'reviewed'],
  contacts: ['new', 'read'],
};

/** The value of the status filter for all that wait. */
export const waiting = 'waiting';

/** The most submissions that one request changes. */
export const mostChosen = 100;
