import * as field from './fields.ts';
import { LeadPicture, LeadPictureDraft } from './picture.ts';
import { blogCategories, defaultBlogCategory, limits } from './vocabulary.ts';
import { z } from './zod.ts';

const category = field.oneOf(blogCategories, 'Choose a category.');
const excerpt = field.emptiableText(limits.text).transform((value) => value ?? '');
const author = field.emptiableText().transform((value) => value ?? '');
const readTime = field.wholeNumber(limits.minReadTime, limits.maxReadTime);
const featured = z.boolean({ error: 'Use true or false.' });

const required = {
  title: field.requiredText('Enter a title.'),
  content: field.requiredText('Write the post.', limits.content),
};

/**
 * A new post. `content` is Markdown, `readTime` is in minutes, and `publishedAt` defaults to now. `imageUrl` is shown
 * where there is no `leadPicture`. `externalUrl` links to the original of a post that appeared elsewhere first.
 */
export const BlogDraft = z
  .object({
    ...required,
    excerpt: excerpt.default(''),
    author: author.default(''),
    category: category.default(defaultBlogCategory),
    tags: field.textList().default([]),
    readTime: readTime.default(5),
    imageUrl: field.emptiableUrl().default(null),
    leadPicture: LeadPictureDraft.nullable().default(null),
    externalUrl: field.emptiableUrl().default(null),
    featured: featured.default(false),
    publishedAt: field.timestamp().optional(),
  })
  .meta({ id: 'BlogDraft' });
export type BlogDraft = z.infer<typeof BlogDraft>;

/**
 * A change of a post. Missing optional fields keep their values. Null or '' clears `excerpt`, `author`, `imageUrl` and
 * `externalUrl`; null clears `leadPicture`.
 */
export const BlogChange = z
  .object({
    ...required,
    excerpt: excerpt.optional(),
    author: author.optional(),
    category: category.optional(),
    tags: field.textList().optional(),
    readTime: readTime.optional(),
    imageUrl: field.emptiableUrl().optional(),
    leadPicture: LeadPictureDraft.nullable().optional(),
    externalUrl: field.emptiableUrl().optional(),
    featured: featured.optional(),
    publishedAt: field.timestamp().optional(),
  })
  .meta({ id: 'BlogChange' });
export type BlogChange = z.infer<typeof BlogChange>;

/** A post without its content, for lists. */
export const BlogSummary = z
  .object({
    id: field.id(),
    title: z.string(),
    excerpt: z.string(),
    author: z.string(),
    category: z.string(),
    publishedAt: z.iso.datetime(),
    readTime: z.int(),
    featured: z.boolean(),
    tags: z.array(z.string()),
    imageUrl: z.string().nullable(),
    leadPicture: LeadPicture.nullable(),
    externalUrl: z.string().nullable(),
    version: field.version(),
  })
  .meta({ id: 'BlogSummary' });
export type BlogSummary = z.infer<typeof BlogSummary>;

export const Blog = BlogSummary.extend({ content: z.string() }).meta({ id: 'Blog' });
export type Blog = z.infer<typeof Blog>;

/** The request to render Markdown that is not saved yet. */
export const BlogPreviewRequest = z
  .object({ content: field.emptiableText(limits.content).default('') })
  .meta({ id: 'BlogPreviewRequest' });
export const BlogPreview = z.object({ contentHtml: z.string() }).meta({ id: 'BlogPreview' });
export type BlogPreview = z.infer<typeof BlogPreview>;

/** A post with its Markdown rendered to sanitised HTML. */
export const BlogArticle = Blog.extend({ contentHtml: z.string() }).meta({ id: 'BlogArticle' });
export type BlogArticle = z.infer<typeof BlogArticle>;

const PostLink = z.object({ id: field.id(), title: z.string() });

/** The next newer and the next older post, and `related`: the posts that share the most tags with this post. */
export const BlogAround = z
  .object({
    newer: PostLink.nullable(),
    older: PostLink.nullable(),
    related: z.array(BlogSummary),
  })
  .meta({ id: 'BlogAround' });
export type BlogAround = z.infer<typeof BlogAround>;
