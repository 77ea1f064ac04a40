import { sql } from 'kysely';
import type { Blog, BlogAround, BlogChange, BlogDraft, BlogSummary } from '#contract/blog.ts';
import type { BlogPage } from '#contract/list-page.ts';
import { slugOf } from '#contract/slug.ts';
import { currentHtml, renderedColumns } from './article-html.ts';
import {
  changedOrThrow,
  foundOrThrow,
  type IfVersion,
  requireComplete,
  rowAtVersion,
} from './change.ts';
import { newId } from './id.ts';
import { webUrlOrNull } from './link.ts';
import { canMatch } from './list-page.ts';
import { leadColumns, toLeadPicture } from './picture.ts';
import { inPieces, type Pieces } from './pieces.ts';
import { likePattern } from './search.ts';
import { blogText, replaceText, saveTexts } from './search-texts.ts';
import { freeSlug } from './slug.ts';
import type { Db } from './store.ts';
import type { BlogRow } from './tables.ts';

/** Selects up to `limit` posts, newest first, starting after `last` if it is given. */
const selectNewest = (db: Db, last: Position | undefined, limit: number) =>
  db
    .selectFrom('blogs')
    .$if(last !== undefined, (rows) =>
      rows.where(sql<boolean>`(published_at, uid) < (${last?.published_at}, ${last?.uid})`),
    )
    .orderBy('published_at', 'desc')
    .orderBy('uid', 'desc')
    .limit(limit);

export const listBlogs = (db: Db): Pieces<Blog> =>
  inPieces(10, (last) => selectNewest(db, last, 10).select(blogColumns).execute(), toBlog);

/** Lists all posts without their article texts, which make up most of the bytes. */
export const listBlogSummaries = (db: Db): Pieces<BlogSummary> =>
  inPieces(
    100,
    (last) => selectNewest(db, last, 100).select(summaryColumns).execute(),
    toBlogSummary,
  );

export interface BlogPageQuery {
  /** The text to search for, folded with `foldSearch`. Every post matches an empty string. */
  wanted: string;
  /** An empty string stands for all categories. */
  category: string;
  /** Only posts with exactly this tag match. An empty string stands for all tags. */
  tag?: string;
  /** The page starts after the post with this id, or with the newest post if the string is empty. */
  before: string;
  limit: number;
}

/** `listBlogPage` does not count more matching posts than this. */
const countLimit = 1000;

/** Finds a page of posts, newest first. Returns a `featured` post only on the first page without filters. */
export async function listBlogPage(db: Db, query: BlogPageQuery): Promise<BlogPage> {
  const { wanted, category, tag = '', before, limit } = query;
  const emptyPage = { items: [], total: 0, isAtLeast: false, hasMore: false, featured: null };
  if (!canMatch(wanted) || !canMatch(tag)) return emptyPage;
  const selectMatching = (last: Position | undefined, most: number) =>
    selectNewest(db, last, most)
      .$if(category !== '', (rows) => rows.where('category', '=', category))
      .$if(tag !== '', (rows) => rows.where(hasTag(tag)))
      .$if(wanted !== '', (rows) =>
        rows.where(sql<boolean>`search_text like ${likePattern(wanted)} escape '\\'`),
      );
  const last = before === '' ? undefined : await positionOf(db, before);
  if (before !== '' && !last) return emptyPage;
  const rows = await selectMatching(last, limit + 1)
    .select(summaryColumns)
    .execute();
  const sample = selectMatching(undefined, countLimit + 1).select('uid');
  const { count } = await db
    .selectFrom(sample.as('sample'))
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  const isUnfilteredStart = wanted === '' && category === '' && tag === '' && before === '';
  const featured = isUnfilteredStart
    ? await selectNewest(db, undefined, 1)
        .select(summaryColumns)
        .where('featured', '=', 1)
        .execute()
    : [];
  return {
    items: rows.slice(0, limit).map(toBlogSummary),
    total: Math.min(Number(count), countLimit),
    isAtLeast: Number(count) > countLimit,
    hasMore: rows.length > limit,
    featured: featured.map(toBlogSummary)[0] ?? null,
  };
}

const hasTag = (tag: string) => sql<boolean>`exists (select 1 from post_tags where tag = ${tag}
  and post_tags.published_at = blogs.published_at and post_tags.uid = blogs.uid)`;

type Position = Pick<BlogRow, 'published_at' | 'uid'>;

const positionOf = (db: Db, id: string): Promise<Position | undefined> =>
  db.selectFrom('blogs').select(['published_at', 'uid']).where('id', '=', id).executeTakeFirst();

/** `findRelated` reads the first `mostTags` tags of a post, and the `mostOfTag` newest posts of each tag. */
const mostTags = 10;
const mostOfTag = 20;
const mostRelated = 3;

/** Finds the next newer and older post, and the posts that share the most tags with this one. */
export async function findAround(db: Db, id: string): Promise<BlogAround> {
  const post = foundOrThrow(
    'blogs',
    await db
      .selectFrom('blogs')
      .select(['published_at', 'uid', 'tags'])
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  const [older] = await selectNewest(db, post, 1).select(['id', 'title']).execute();
  const newer = await db
    .selectFrom('blogs')
    .select(['id', 'title'])
    .where(sql<boolean>`(published_at, uid) > (${post.published_at}, ${post.uid})`)
    .orderBy('published_at')
    .orderBy('uid')
    .limit(1)
    .executeTakeFirst();
  return { newer: newer ?? null, older: older ?? null, related: await findRelated(db, post) };
}

async function findRelated(
  db: Db,
  { uid, tags }: Pick<BlogRow, 'uid' | 'tags'>,
): Promise<BlogSummary[]> {
  const sharedTags = new Map<string, number>();
  for (const tag of JSON.parse(tags).slice(0, mostTags)) {
    const posts = await db
      .selectFrom('post_tags')
      .select('uid')
      .where('tag', '=', tag)
      .orderBy('published_at', 'desc')
      .orderBy('uid', 'desc')
      .limit(mostOfTag)
      .execute();
    for (const post of posts) sharedTags.set(post.uid, (sharedTags.get(post.uid) ?? 0) + 1);
  }
  sharedTags.delete(uid);
  if (sharedTags.size === 0) return [];
  const rows = await db
    .selectFrom('blogs')
    .select(summaryColumns)
    .where('uid', 'in', [...sharedTags.keys()])
    .execute();
  const rank = (row: (typeof rows)[number]) => sharedTags.get(row.uid) ?? 0;
  return rows
    .toSorted(
      (one, other) => rank(other) - rank(one) || (one.published_at < other.published_at ? 1 : -1),
    )
    .slice(0, mostRelated)
    .map(toBlogSummary);
}

/** Finds a post with its saved HTML. `html` is undefined if the saved HTML is missing or not current. */
export async function findArticle(
  db: Db,
  id: string,
): Promise<{ blog: Blog; html: string | undefined }> {
  const row = foundOrThrow(
    'blogs',
    await db.selectFrom('blogs').selectAll().where('id', '=', id).executeTakeFirst(),
  );
  return { blog: toBlog(row), html: currentHtml(row) };
}

export async function findBlog(db: Db, id: string): Promise<Blog | undefined> {
  const row = await db
    .selectFrom('blogs')
    .select(blogColumns)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toBlog(row);
}

/** Creates a post. If `html` is undefined, `renderOutdated` in server/articles.ts renders the article later. */
export async function createBlog(
  tx: Db,
  draft: BlogDraft,
  html: string | undefined,
  now: Date,
  uid = newId(now),
): Promise<Blog> {
  const publishedAt = draft.publishedAt ?? now.toISOString();
  const row = await tx
    .insertInto('blogs')
    .values({
      id: await freeSlug(tx, 'blogs', slugOf(draft.title, 'post')),
      uid,
      ...requireComplete(await columnsOf(tx, { ...draft, publishedAt })),
      version: 1,
      search_text: blogText(draft),
      ...(html !== undefined && renderedColumns(html, 1)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await saveTexts(tx, 'blogs', [row]);
  return toBlog(row);
}

export async function updateBlog(
  db: Db,
  id: string,
  change: BlogChange,
  html: string,
  ifVersion: IfVersion,
): Promise<Blog> {
  const row = await db
    .updateTable('blogs')
    .set({
      ...(await columnsOf(db, change)),
      version: sql`version + 1`,
      ...renderedColumns(html, 'next'),
    })
    .where((row) => row.and(rowAtVersion(id, ifVersion)))
    .returningAll()
    .executeTakeFirst();
  const changed = await changedOrThrow(db, 'blogs', id, row);
  const text = blogText(changed);
  if (text !== changed.search_text) {
    await db.updateTable('blogs').set({ search_text: text }).where('id', '=', id).execute();
  }
  await replaceText(db, 'blogs', changed);
  return toBlog(changed);
}

const columnsOf = async (tx: Db, fields: BlogChange) => ({
  title: fields.title,
  excerpt: fields.excerpt,
  content: fields.content,
  author: fields.author,
  category: fields.category,
  published_at: fields.publishedAt,
  read_time: fields.readTime,
  featured: fields.featured === undefined ? undefined : Number(fields.featured),
  tags: fields.tags && JSON.stringify(fields.tags),
  image_url: fields.imageUrl,
  ...(await leadColumns(tx, fields.leadPicture)),
  external_url: fields.externalUrl,
});

const summaryColumns = [
  'id',
  'uid',
  'title',
  'excerpt',
  'author',
  'category',
  'published_at',
  'read_time',
  'featured',
  'tags',
  'image_url',
  'lead_picture',
  'lead_alt',
  'external_url',
  'version',
] as const;

const blogColumns = [...summaryColumns, 'content'] as const;

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
  imageUrl: webUrlOrNull(row.image_url),
  leadPicture: toLeadPicture(row),
  externalUrl: webUrlOrNull(row.external_url),
  version: row.version,
});

const toBlog = (row: Pick<BlogRow, (typeof blogColumns)[number]>): Blog => ({
  ...toBlogSummary(row),
  content: row.content,
});
