import type { PostFields } from '#contract/manuscript.ts';
import { defaultBlogCategory } from '#contract/vocabulary.ts';
import type { Values } from '../../ui/form-values.ts';
import { leadDraft, leadLabels, leadValues } from '../parts/lead-picture.tsx';
import { numberOr } from '../parts/number-or.ts';
import { tagsOf } from '../parts/tag-field.tsx';

/** Converts a post to the values of its form, and back. */

export const labels = {
  title: 'Title',
  excerpt: 'Excerpt',
  content: 'Content',
  author: 'Author',
  category: 'Category',
  publishedAt: 'Published',
  readTime: 'Minutes to read',
  tags: 'Tags',
  imageUrl: 'Image link',
  externalUrl: 'Original article',
  featured: 'Featured',
  ...leadLabels,
};

/** Formats a date in the local time zone for `<input type="datetime-local">`. */
function toLocal(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

export const toValues = (post: PostFields): Values => ({
  title: post.title,
  excerpt: post.excerpt,
  content: post.content,
  author: post.author,
  category: post.category,
  publishedAt: post.publishedAt ? toLocal(new Date(post.publishedAt)) : '',
  readTime: String(post.readTime),
  tags: post.tags.join(','),
  imageUrl: post.imageUrl ?? '',
  externalUrl: post.externalUrl ?? '',
  featured: post.featured ? ['yes'] : [],
  ...leadValues(post),
});

export const emptyValues: Values = { category: defaultBlogCategory, readTime: '5' };

/**
 * Converts the values of the form to a post. `publishedBefore` is the saved time of publication. It stays if the user
 * has not changed the field, because the field has no seconds.
 */
export function toPost(values: Values, publishedBefore: string | null) {
  const local = String(values.publishedAt ?? '');
  const isSame = publishedBefore !== null && toLocal(new Date(publishedBefore)) === local;
  return {
    ...values,
    tags: tagsOf(values.tags),
    readTime: numberOr(values.readTime, 5),
    featured: (values.featured ?? []).includes('yes'),
    ...leadDraft(values),
    publishedAt: isSame ? publishedBefore : local ? isoOr(new Date(local), local) : null,
  };
}

/** Returns the date in ISO format. For an invalid date it returns `text`, which the schema refuses. */
const isoOr = (date: Date, text: string) =>
  Number.isNaN(date.getTime()) ? text : date.toISOString();
