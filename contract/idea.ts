import * as field from './fields.ts';
import { expertises, ideaStatuses, limits } from './vocabulary.ts';
import { z } from './zod.ts';

export const IdeaDraft = z
  .object({
    title: field.requiredText('Give the idea a title.'),
    submitterName: field.requiredText('Enter your name.'),
    problemStatement: field.requiredText('Describe the problem.', limits.text),
    proposedSolution: field.requiredText('Describe the solution you have in mind.', limits.text),
    targetAudience: field.requiredText('Say who would benefit.', limits.text),
    expectedImpact: field.requiredText('Say what would get better.', limits.text),
    requiredExpertise: field.listOf(expertises).default([]),
    successMetrics: field.emptiableText(limits.text).default(null),
    dependencies: field.emptiableText(limits.text).default(null),
    /** Never public. Staff see this address, mails about the idea go to it, and imports find duplicates by it. */
    email: field.emptiableEmail().optional(),
  })
  .meta({ id: 'IdeaDraft' });
export type IdeaDraft = z.infer<typeof IdeaDraft>;

export const IdeaReview = z
  .object({
    status: field.oneOf(ideaStatuses, 'Choose a status.'),
    notes: field.emptiableText(limits.text).optional(),
    answer: field.emptiableText(limits.text).optional(),
    ownerId: field.owner(),
    /** True to tell the sender, and the senders of duplicates, by e-mail if the status or the answer changes. */
    tell: z.boolean({ error: 'Say true or false.' }).optional(),
  })
  .meta({ id: 'IdeaReview' });
export type IdeaReview = z.infer<typeof IdeaReview>;

export const PublicIdea = z
  .object({
    id: field.id(),
    title: z.string(),
    submitterName: z.string(),
    problemStatement: z.string(),
    proposedSolution: z.string(),
    targetAudience: z.string(),
    expectedImpact: z.string(),
    requiredExpertise: z.array(z.string()),
    successMetrics: z.string().nullable(),
    dependencies: z.string().nullable(),
    status: z.enum(ideaStatuses),
    /** The public answer of staff; missing if there is none. */
    answer: z.string().optional(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'PublicIdea' });
export type PublicIdea = z.infer<typeof PublicIdea>;

export const IdeaLink = z.object({
  id: field.id(),
  title: z.string(),
  createdAt: z.iso.datetime(),
});
export type IdeaLink = z.infer<typeof IdeaLink>;

/** The data of the page of an idea. */
export const IdeaDetail = PublicIdea.extend({
  /** The statuses so far, oldest first, each with the time at which it was set. */
  route: z.array(z.object({ status: z.enum(ideaStatuses), at: z.iso.datetime() })),
  newer: IdeaLink.nullable(),
  older: IdeaLink.nullable(),
  /** The main idea, if staff have marked this idea as a duplicate and the main idea is public; otherwise null. */
  sameAs: IdeaLink.nullable(),
}).meta({ id: 'IdeaDetail' });
export type IdeaDetail = z.infer<typeof IdeaDetail>;

/** Up to 1,000 ideas, newest first, for a list of links. `hasMore` is true if there may be older ideas. */
export const IdeaLinks = z
  .object({ items: z.array(IdeaLink), hasMore: z.boolean() })
  .meta({ id: 'IdeaLinks' });
export type IdeaLinks = z.infer<typeof IdeaLinks>;

/** The latest 20 status changes of public ideas, newest first. */
export const IdeaChanges = z
  .object({
    items: z.array(
      z.object({
        id: field.id(),
        title: z.string(),
        status: z.enum(ideaStatuses),
        at: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'IdeaChanges' });
export type IdeaChanges = z.infer<typeof IdeaChanges>;

/** The response to the sender. `receiptPath` is the path of the private page of this idea. */
export const IdeaReceipt = PublicIdea.extend({ receiptPath: z.string() }).meta({
  id: 'IdeaReceipt',
});
export type IdeaReceipt = z.infer<typeof IdeaReceipt>;

/** An idea as staff see it. */
export const Idea = PublicIdea.extend({
  email: z.string().optional(),
  notes: z.string().nullable(),
  /** The id of the member of staff who is assigned to the idea; missing if nobody is. */
  ownerId: field.id().optional(),
  /** The id of the main idea that this idea is a duplicate of; missing if it is no duplicate. */
  duplicateOf: field.id().optional(),
  version: field.version(),
}).meta({ id: 'Idea' });
export type Idea = z.infer<typeof Idea>;
