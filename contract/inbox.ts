import type { ApplicationStatus, ContactStatus, IdeaStatus } from './vocabulary.ts';

/** Constants of the staff's lists of submissions. This file does not import zod, to keep the code of pages small. */

/** The statuses of submissions that wait for a decision of staff. Reading or reviewing one is not a decision yet. */
export const waitingStatuses: {
  ideas: readonly IdeaStatus[];
  applications: readonly ApplicationStatus[];
  contacts: readonly ContactStatus[];
} = {
  ideas: ['pending', 'under_review'],
  applications: ['pending', 'reviewed'],
  contacts: ['new', 'read'],
};

/** The value of the status filter that selects all `waitingStatuses`. */
export const waiting = 'waiting';

/** The most submissions that one request may change: staff choose several in a list, and set them together. */
export const mostChosen = 100;
