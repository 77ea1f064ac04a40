import { z } from 'zod';
import { PublicIdea } from './idea.ts';
import { ideaStatuses } from './vocabulary.ts';

/** The first ones of those that fit, and how many there are. */
export const IdeaPage = z
  .object({
    items: z.array(PublicIdea),
    /** How many fit. */
    total: z.int(),
    /** How many there are of each status, whether they fit or not. */
    counts: z.record(z.enum(ideaStatuses), z.int()),
  })
  .meta({ id: 'IdeaPage' });
export type IdeaPage = z.infer<typeof IdeaPage>;
