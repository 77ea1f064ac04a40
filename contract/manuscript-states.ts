/** The states of a post in the staff area. Without zod, and apart from the lists that public pages load. */

/** A draft was never published; a changed post has changes that are not. */
export const manuscriptStates = ['draft', 'scheduled', 'published', 'changed'] as const;
export type ManuscriptStateName = (typeof manuscriptStates)[number];

export const revisionKinds = ['autosaved', 'saved', 'published', 'restored'] as const;
export type RevisionKind = (typeof revisionKinds)[number];
