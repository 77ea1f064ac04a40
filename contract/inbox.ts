import type { ApplicationStatus, ContactStatus, IdeaStatus } from './vocabulary.ts';

/** Constants of the lists of submissions for staff. This module does not import zod, so that pages stay small. */

/** The statuses of submissions that wait for a decision of staff. `read` and `reviewed` are not a decision yet. */
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
export const waitingFilter = 'waiting';

/** Maximum number of submissions of each kind in the lists of the quarantine and the trash: the newest. */
export const mostSetAside = 100;

/** Maximum number of submissions that staff may choose in a list and change with one request. */
export const mostChosen = 100;
