import { Application } from './application.ts';
import { BlogSummary } from './blog.ts';
import { Contact } from './contact.ts';
import { Idea, PublicIdea } from './idea.ts';
import { applicationStatuses, contactStatuses, ideaStatuses } from './vocabulary.ts';
import { z } from './zod.ts';

/** Returns the schema of a page of a list: the matching entries in the order of the list, and their number. */
const pageOf = <Item extends z.ZodType, const Statuses extends readonly [string, ...string[]]>(
  item: Item,
  statuses: Statuses,
) =>
  z.object({
    items: z.array(item),
    /** How many matching entries were counted, on all pages. */
    total: z.int(),
    /** How many of the counted matches have each status. The status filter does not apply to these counts. */
    counts: z.record(z.enum(statuses), z.int()),
    /**
     * True if more entries match than were counted. With a search, or with a filter other than the status, only 200
     * matches are counted, or as many as the page may have if that is more.
     */
    isAtLeast: z.boolean(),
    /** True if more entries follow. `?before=` with the id of the last one requests them (oldest first: `?after=`). */
    hasMore: z.boolean(),
  });

export const IdeaPage = pageOf(PublicIdea, ideaStatuses).meta({ id: 'IdeaPage' });
export type IdeaPage = z.infer<typeof IdeaPage>;

export const BlogPage = z
  .object({
    items: z.array(BlogSummary),
    /** How many posts match, on all pages. */
    total: z.int(),
    /** True if more than 1,000 posts match: `total` is then 1,000. */
    isAtLeast: z.boolean(),
    /** True if there are older posts. `?before=` with the id of the last post requests them. */
    hasMore: z.boolean(),
    /** The newest featured post, on the first page of all posts; null on other pages and in filtered lists. */
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
