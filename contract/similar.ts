import { z } from 'zod';
import { IdeaLink } from './idea.ts';
import { ideaStatuses, limits } from './vocabulary.ts';

const SimilarIdea = IdeaLink.extend({ status: z.enum(ideaStatuses) });
export type SimilarIdea = z.infer<typeof SimilarIdea>;

/** Ideas with a title like another one, the most similar first. */
export const SimilarIdeas = z.object({ items: z.array(SimilarIdea) }).meta({ id: 'SimilarIdeas' });
export type SimilarIdeas = z.infer<typeof SimilarIdeas>;

/** Another idea, for staff. */
const RelatedIdea = SimilarIdea.extend({
  /** Its sender gave an e-mail address, and can be told. */
  hasEmail: z.boolean(),
});
export type RelatedIdea = z.infer<typeof RelatedIdea>;

/** The ideas that are like one, for staff. */
export const RelatedIdeas = z
  .object({
    /** The idea that it is a duplicate of; null also while that one is deleted or held back. */
    main: RelatedIdea.nullable(),
    /** The newest of its own duplicates. */
    duplicates: z.array(RelatedIdea),
    /** Similar ones that are not marked yet. */
    similar: z.array(RelatedIdea),
  })
  .meta({ id: 'RelatedIdeas' });
export type RelatedIdeas = z.infer<typeof RelatedIdeas>;

export const DuplicateMark = z
  .object({
    /** The id of the idea that says the same; null: it is no duplicate. */
    of: z
      .string({ error: 'Choose an idea.' })
      .max(limits.line, { error: 'Choose an idea.' })
      .regex(/^[0-9a-f-]{36}$/, { error: 'Choose an idea.' })
      .nullable(),
  })
  .meta({ id: 'DuplicateMark' });
export type DuplicateMark = z.infer<typeof DuplicateMark>;
