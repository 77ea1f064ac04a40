import { type Blog, BlogDraft } from '#contract/blog.ts';
import { PostFields } from '#contract/manuscript.ts';
import { Invalid } from '../errors.ts';

/**
 * Reads fields that were stored as JSON. An earlier version may have stored them, so missing fields get their default.
 */
export const readPost = (json: string): PostFields => PostFields.parse(JSON.parse(json));

/** Returns the fields of a published post, as its writer edits them. */
export const postOf = (blog: Blog): PostFields => PostFields.parse(blog);

/** Compares JSON, which works because the schema has put the fields of both posts into the same order. */
export const isSamePost = (one: PostFields, other: PostFields): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the post as `BlogDraft`, ready to be published. Throws Invalid if a field does not fit, such as a missing
 * title.
 */
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
