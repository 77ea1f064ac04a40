import { z } from 'zod';
import { Application } from './application.ts';
import { BlogSummary } from './blog.ts';
import { Contact } from './contact.ts';
import { Idea, PublicIdea } from './idea.ts';
import { applicationStatuses, contactStatuses, ideaStatuses } from './vocabulary.ts';

/** The schema of a page of a list: entries that match, in the order of the list, and how many match. */
const pageOf = <Item extends z.ZodType, const Statuses extends readonly [string, ...string[]]>(
  item: Item,
  statuses: Statuses,
) =>
  z.object({
    items: z.array(item),
    /** How many entries match, on all pages. */
    total: z.int(),
    /** How many of each status match the search, whichever status is asked for. */
    counts: z.record(z.enum(statuses), z.int()),
    /** True if more match: a search counts no further than 200, or the number asked for if that is larger. */
    isAtLeast: z.boolean(),
    /** True if there are more after these: `before` with the id of the last one asks for them, or `after` if the oldest come first. */
    hasMore: z.boolean(),
  });

export const IdeaPage = pageOf(PublicIdea, ideaStatuses).meta({ id: 'IdeaPage' });
export type IdeaPage = z.infer<typeof IdeaPage>;

export const BlogPage = z
  .object({
    items: z.array(BlogSummary),
    /** How many posts match, on all pages. */
    total: z.int(),
    /** True if more match: no more than 1,000 are counted. */
    isAtLeast: z.boolean(),
    /** True if there are older posts than these: `before` with the id of the last one asks for them. */
    hasMore: z.boolean(),
    /** The newest featured post, with the first page of all posts. */
    featured: BlogSummary.nullable(),
  })
  .meta({ id: 'BlogPage' });
export type BlogPage = z.infer<typeof BlogPage>;

export const StaffIdeaPage = pageOf(Idea, ideaStatuses).meta({ id: 'StaffIdeaPage' });
export type StaffIdeaPage = z.infer<typeof StaffIdeaPage>;

export const ApplicationPage = pageOf(Application, applicationStatuses).meta({
  id: 'ApplicationPage',
});
export type ApplicationPage = z.infer<typeof ApplicationPage>;

export const ContactPage = pageOf(Contact, contactStatuses).meta({ id: 'ContactPage' });
export type ContactPage = z.infer<typeof ContactPage>;
