import { type Blog, BlogDraft } from '#contract/blog.ts';
import { PostFields } from '#contract/manuscript.ts';
import { Invalid } from '../errors.ts';

/** Reads fields that were stored as JSON, perhaps by an earlier version: fields that were added since get their default. */
export const readPost = (json: string): PostFields => PostFields.parse(JSON.parse(json));

/** The fields of a published post, as its writer edits them. */
export const postOf = (blog: Blog): PostFields => PostFields.parse(blog);

/** Both were read by the schema, so their fields are in the same order. */
export const isSamePost = (one: PostFields, other: PostFields): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The text as it is published. Throws Invalid if the title or the text is missing. */
export function completeOrRefuse(post: PostFields): BlogDraft {
  const { publishedAt, ...fields } = post;
  const parsed = BlogDraft.safeParse({ ...fields, publishedAt: publishedAt ?? undefined });
  if (parsed.success) return parsed.data;
  throw new Invalid(
    Object.fromEntries(
      parsed.error.issues.map(({ path: [field], message }) => [String(field), message]),
    ),
  );
}
