import { type Blog, BlogDraft } from '#contract/blog.ts';
import { PostFields } from '#contract/manuscript.ts';
import { Invalid } from '../errors.ts';

/** Parses stored fields. Fields that did not exist when the JSON was written get their defaults. */
export const readPost = (json: string): PostFields => PostFields.parse(JSON.parse(json));

/** Converts a published post to `PostFields`, the fields that staff edit. */
export const postOf = (blog: Blog): PostFields => PostFields.parse(blog);

/** Compares the posts as JSON: the schema puts their fields into the same order. */
export const isSamePost = (one: PostFields, other: PostFields): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns the post as a `BlogDraft`. Throws Invalid if it cannot be published, for example without a title. */
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
