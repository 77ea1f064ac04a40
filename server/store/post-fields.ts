import type { Blog } from '#contract/blog.ts';
import { PostFields } from '#contract/manuscript.ts';

/** Reads fields that were stored as JSON, perhaps by an earlier version: fields that were added since get their default. */
export const readPost = (json: string): PostFields => PostFields.parse(JSON.parse(json));

/** The fields of a published post, as its writer edits them. */
export const postOf = (blog: Blog): PostFields => PostFields.parse(blog);

/** Both were read by the schema, so their fields are in the same order. */
export const isSamePost = (one: PostFields, other: PostFields): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
