import { z } from 'zod';
import * as field from './fields.ts';

/** An idea, project, pod or post that a search has found. */
export const SearchHit = z
  .object({
    id: field.id(),
    title: z.string(),
    /** The part of its text around the first match. */
    text: z.string(),
    /** The status of an idea, a project or a pod; the category of a post. */
    label: z.string(),
    /** The day of an idea or a post; null for projects and pods. */
    date: z.iso.datetime().nullable(),
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof SearchHit>;

const group = z.object({
  /** Entries whose title matches come first, then the newest. */
  items: z.array(SearchHit),
  /** How many match. */
  total: z.int(),
  /** True if more match: no more than 50 of each kind are counted. */
  isAtLeast: z.boolean(),
});
export type SearchGroup = z.infer<typeof group>;

export const SearchResults = z
  .object({ ideas: group, projects: group, pods: group, posts: group })
  .meta({ id: 'SearchResults' });
export type SearchResults = z.infer<typeof SearchResults>;
