import { BlogDraft } from './blog.ts';
import * as field from './fields.ts';
import { manuscriptStates, revisionKinds } from './manuscript-states.ts';
import { LeadPictureDraft } from './picture.ts';
import { isTimeZone } from './time-zone.ts';
import { limits } from './vocabulary.ts';
import { z } from './zod.ts';

/**
 * A manuscript is the text of a post as staff write it: a draft, or changes of a published post. Visitors see the text
 * only after it is published.
 */

const emptiable = (max?: number) =>
  field
    .emptiableText(max)
    .transform((value) => value ?? '')
    .default('');

/** The fields of a post while it is written. Title, text and the `alt` of its picture may still be missing. */
export const PostFields = BlogDraft.extend({
  title: emptiable(),
  content: emptiable(limits.content),
  leadPicture: LeadPictureDraft.partial({ alt: true }).nullable().default(null),
  /** Null means the time at which the post is first published. */
  publishedAt: field.timestamp().nullable().default(null),
}).meta({ id: 'PostFields' });
export type PostFields = z.infer<typeof PostFields>;

/** The fields of a post that is complete enough to be published. */
export const CompletePost = PostFields.extend({
  title: BlogDraft.shape.title,
  content: BlogDraft.shape.content,
  leadPicture: BlogDraft.shape.leadPicture,
}).meta({ id: 'CompletePost' });

/** The request to save a manuscript. It replaces all fields of the manuscript. */
export const ManuscriptDraft = PostFields.extend({
  kind: field.oneOf(['autosaved', 'saved', 'restored'], 'Choose a kind.').default('saved'),
  /** The version of the published post that this text was merged with. Missing if it was not merged. */
  blogVersion: field.version().optional(),
}).meta({ id: 'ManuscriptDraft' });
export type ManuscriptDraft = z.infer<typeof ManuscriptDraft>;

/** The request to publish a manuscript. A missing or null `scheduledFor` means now. */
export const Publication = z
  .object({
    scheduledFor: field.timestamp().nullable().default(null),
    /** The time zone in which the time was chosen. Pages show the time in this zone. */
    timeZone: z
      .string({ error: 'Choose a time zone.' })
      .refine(isTimeZone, { error: 'Choose a time zone like Europe/Berlin.' })
      .nullable()
      .default(null),
  })
  .meta({ id: 'Publication' });
export type Publication = z.infer<typeof Publication>;

/** A manuscript without the fields of the post. */
export const ManuscriptState = z
  .object({
    id: field.id(),
    /** The id of the published post; null if the post is not published. */
    blogId: field.id().nullable(),
    state: z.enum(manuscriptStates),
    scheduledFor: z.iso.datetime().nullable(),
    timeZone: z.string().nullable(),
    savedAt: z.iso.datetime().nullable(),
    savedBy: z.string().nullable(),
    /** 0 for a published post that was never edited as a manuscript. */
    version: z.int().min(0),
    /** The version of the published post that the text is based on; null for a draft. */
    blogVersion: z.int().nullable(),
  })
  .meta({ id: 'ManuscriptState' });
export type ManuscriptState = z.infer<typeof ManuscriptState>;

/** A manuscript without `content`, for lists. */
export const ManuscriptSummary = ManuscriptState.extend({
  post: PostFields.omit({ content: true }),
}).meta({ id: 'ManuscriptSummary' });
export type ManuscriptSummary = z.infer<typeof ManuscriptSummary>;

export const Manuscript = ManuscriptState.extend({
  post: PostFields,
  /** The current version of the published post. It differs from `blogVersion` if somebody else has changed the post. */
  publishedVersion: z.int().nullable(),
}).meta({ id: 'Manuscript' });
export type Manuscript = z.infer<typeof Manuscript>;

/** A saved state of a manuscript. Of the fields of the post it has only the title. */
export const RevisionSummary = z
  .object({
    id: field.id(),
    kind: z.enum(revisionKinds),
    /** The username of the member of staff at that time; null if it is unknown. */
    username: z.string().nullable(),
    savedAt: z.iso.datetime(),
    title: z.string(),
    /** The version of the published post that has this text; null if this text was not published. */
    blogVersion: z.int().nullable(),
  })
  .meta({ id: 'RevisionSummary' });
export type RevisionSummary = z.infer<typeof RevisionSummary>;

export const Revision = RevisionSummary.extend({ post: PostFields }).meta({ id: 'Revision' });
export type Revision = z.infer<typeof Revision>;
