import * as field from './fields.ts';
import { z } from './zod.ts';

/** An idea, project, pod or post that the public search has found. */
export const SearchHit = z
  .object({
    id: field.id(),
    title: z.string(),
    /** A part of a text of the entry: around a match, or the beginning if only the title matches. */
    text: z.string(),
    /** The status of an idea, a project or a pod; the category of a post. */
    label: z.string(),
    /** The time when an idea was sent or a post was published; null for projects and pods. */
    date: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof SearchHit>;

const group = z.object({
  /** Some of the counted matches, sorted by how many of the searched words their title has, then newest first. */
  items: z.array(SearchHit),
  /** How many entries match. At most 50 matches are counted. */
  total: z.int(),
  /** True if more than 50 entries match. */
  isAtLeast: z.boolean(),
});
export type SearchGroup = z.infer<typeof group>;

export const SearchResults = z
  .object({ ideas: group, projects: group, pods: group, posts: group })
  .meta({ id: 'SearchResults' });
export type SearchResults = z.infer<typeof SearchResults>;
