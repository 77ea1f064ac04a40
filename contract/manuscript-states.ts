/** The states of a post in the staff area. This module imports no zod, and public pages do not load it. */

/** A `draft` was never published. A `changed` post is published, but its latest changes are not. */
export const manuscriptStates = ['draft', 'scheduled', 'published', 'changed'] as const;
export type ManuscriptStateName = (typeof manuscriptStates)[number];

export const revisionKinds = ['autosaved', 'saved', 'published', 'restored'] as const;
export type RevisionKind = (typeof revisionKinds)[number];
