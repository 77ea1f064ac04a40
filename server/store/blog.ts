import { sql } from 'kysely';
import type { Blog, BlogChange, BlogDraft, BlogSummary } from '#contract/blog.ts';
import { changedOr, foundOr, held, type Seen } from './change.ts';
import { newId } from './id.ts';
import { linkOut } from './link.ts';
import { slugOf, withFreeSlug } from './slug.ts';
import type { Db } from './store.ts';
import type { BlogRow } from './tables.ts';

const newest = (db: Db) =>
  db.selectFrom('blogs').orderBy('published_at', 'desc').orderBy('uid', 'desc');

export const listBlogs = async (db: Db): Promise<Blog[]> =>
  (await newest(db).selectAll().execute()).map(toBlog);

/** Without the articles, which are most of the bytes. */
export const listBlogSummaries = async (db: Db): Promise<BlogSummary[]> =>
  (await newest(db).select(summaryColumns).execute()).map(toBlogSummary);

export const findBlog = async (db: Db, id: string): Promise<Blog> =>
  toBlog(
    foundOr(
      'blogs',
      await db.selectFrom('blogs').selectAll().where('id', '=', id).executeTakeFirst(),
    ),
  );

export const createBlog = async (db: Db, draft: BlogDraft, now: Date): Promise<Blog> =>
  toBlog(
    await withFreeSlug(db, 'blogs', slugOf(draft.title, 'post'), (id) =>
      db
        .insertInto('blogs')
        .values({
          id,
          uid: newId(now),
          title: draft.title,
          excerpt: draft.excerpt,
          content: draft.content,
          author: draft.author,
          category: draft.category,
          published_at: draft.publishedAt ?? now.toISOString(),
          read_time: draft.readTime,
          featured: Number(draft.featured),
          tags: JSON.stringify(draft.tags),
          image_url: draft.imageUrl,
          external_url: draft.externalUrl,
          version: 1,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returningAll()
        .executeTakeFirst(),
    ),
  );

export async function updateBlog(
  db: Db,
  id: string,
  change: BlogChange,
  seen: Seen,
): Promise<Blog> {
  const row = await db
    .updateTable('blogs')
    .set({
      title: change.title,
      excerpt: change.excerpt,
      content: change.content,
      author: change.author,
      category: change.category,
      published_at: change.publishedAt,
      read_time: change.readTime,
      featured: change.featured === undefined ? undefined : Number(change.featured),
      tags: change.tags && JSON.stringify(change.tags),
      image_url: change.imageUrl,
      external_url: change.externalUrl,
      version: sql`version + 1`,
    })
    .where((row) => row.and(held(id, seen)))
    .returningAll()
    .executeTakeFirst();
  return toBlog(await changedOr(db, 'blogs', id, row));
}

const summaryColumns = [
  'id',
  'title',
  'excerpt',
  'author',
  'category',
  'published_at',
  'read_time',
  'featured',
  'tags',
  'image_url',
  'external_url',
  'version',
] as const;

const toBlogSummary = (row: Pick<BlogRow, (typeof summaryColumns)[number]>): BlogSummary => ({
  id: row.id,
  title: row.title,
  excerpt: row.excerpt,
  author: row.author,
  category: row.category as Blog['category'],
  publishedAt: row.published_at,
  readTime: row.read_time,
  featured: row.featured === 1,
  tags: JSON.parse(row.tags),
  imageUrl: linkOut(row.image_url),
  externalUrl: linkOut(row.external_url),
  version: row.version,
});

const toBlog = (row: BlogRow): Blog => ({ ...toBlogSummary(row), content: row.content });
