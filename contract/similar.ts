import { IdeaLink } from './idea.ts';
import { ideaStatuses, limits } from './vocabulary.ts';
import { z } from './zod.ts';

const SimilarIdea = IdeaLink.extend({ status: z.enum(ideaStatuses) });
export type SimilarIdea = z.infer<typeof SimilarIdea>;

/** At most three ideas with a title like the given one, the most similar first. */
export const SimilarIdeas = z.object({ items: z.array(SimilarIdea) }).meta({ id: 'SimilarIdeas' });
export type SimilarIdeas = z.infer<typeof SimilarIdeas>;

/** A main idea, a duplicate or a similar idea, as staff see it. */
const RelatedIdea = SimilarIdea.extend({
  hasEmail: z.boolean(),
});
export type RelatedIdea = z.infer<typeof RelatedIdea>;

/** The main idea, the duplicates and the similar ideas of one idea, for staff. */
export const RelatedIdeas = z
  .object({
    /** The main idea of this duplicate; null if it is no duplicate, or if the main idea is not public. */
    main: RelatedIdea.nullable(),
    /** The newest 20 duplicates of this idea. */
    duplicates: z.array(RelatedIdea),
    /** At most three ideas with a similar title, without `main` and `duplicates`. */
    similar: z.array(RelatedIdea),
  })
  .meta({ id: 'RelatedIdeas' });
export type RelatedIdeas = z.infer<typeof RelatedIdeas>;

export const DuplicateMark = z
  .object({
    /** The id of the idea that this idea duplicates. Null removes the mark. */
    of: z
      .string({ error: 'Choose an idea.' })
      .max(limits.line, { error: 'Choose an idea.' })
      .regex(/^[0-9a-f-]{36}$/, { error: 'Choose an idea.' })
      .nullable(),
  })
  .meta({ id: 'DuplicateMark' });
export type DuplicateMark = z.infer<typeof DuplicateMark>;
