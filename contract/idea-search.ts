import type { PublicIdea } from './idea.ts';

/** Whether an idea says something, in any case of its letters; the search looks at these three. */
export const ideaSays = (idea: PublicIdea, wanted: string) =>
  wanted === '' ||
  [idea.title, idea.problemStatement, idea.proposedSolution].some((text) =>
    text.toLowerCase().includes(wanted),
  );
