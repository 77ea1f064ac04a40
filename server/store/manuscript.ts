import { type SelectQueryBuilder, sql } from 'kysely';
import { type Blog, BlogDraft } from '#contract/blog.ts';
import type {
  Manuscript,
  ManuscriptDraft,
  ManuscriptState,
  ManuscriptSummary,
  PostFields,
  Publication,
  RevisionSummary,
} from '#contract/manuscript.ts';
import { Invalid, NotFound, Stale } from '../errors.ts';
import { createBlog, findBlog, updateBlog } from './blog.ts';
import type { Seen } from './change.ts';
import type { Actor } from './history.ts';
import { newId } from './id.ts';
import { inPieces, type Pieces } from './pieces.ts';
import { isSamePost, postOf, readPost } from './post-fields.ts';
import { hasPublished, listRevisions, recordRevision } from './revision.ts';
import type { Db } from './store.ts';
import type { ManuscriptRow, Tables } from './tables.ts';

/**
 * Posts while they are written (decision 050). They are in a table of their own, so no public query can find them; to
 * publish one is to write it into `blogs`.
 */

interface Found {
  /** Undefined for a published post that was never edited here. */
  row: ManuscriptRow | undefined;
  blog: Blog | undefined;
}

/** Finds a manuscript by its own id or by that of its published post. */
async function findBoth(db: Db, id: string): Promise<Found> {
  const row = await db
    .selectFrom('manuscripts')
    .selectAll()
    .where((where) => where.or([where('id', '=', id), where('blog_id', '=', id)]))
    .executeTakeFirst();
  const blog = await findBlog(db, row?.blog_id ?? id);
  if (!row && !blog) throw new NotFound('post');
  return { row, blog };
}

const postIn = ({ row, blog }: Found): PostFields =>
  row?.post ? readPost(row.post) : postOf(blog as Blog);

const stateIn = ({ row, blog }: Found): ManuscriptState => ({
  id: row?.id ?? blog?.id ?? '',
  blogId: blog?.id ?? null,
  state: row?.scheduled_for ? 'scheduled' : !blog ? 'draft' : row?.post ? 'changed' : 'published',
  scheduledFor: row?.scheduled_for ?? null,
  timeZone: row?.time_zone ?? null,
  savedAt: row?.saved_at ?? null,
  savedBy: row?.saved_by ?? null,
  version: row?.version ?? 0,
  // A text without changes is that of the version that is published now.
  blogVersion: (row?.post ? row.blog_version : blog?.version) ?? null,
});

export async function findManuscript(db: Db, id: string): Promise<Manuscript> {
  const found = await findBoth(db, id);
  return {
    ...stateIn(found),
    post: postIn(found),
    publishedVersion: found.blog?.version ?? null,
  };
}

/** The manuscripts with something unpublished in them, newest first. Few at a time, because the texts are long. */
export const listManuscripts = (db: Db): Pieces<ManuscriptSummary> => {
  const few = 5;
  const after = (last: ManuscriptRow | undefined) =>
    db
      .selectFrom('manuscripts')
      .selectAll()
      .where('post', 'is not', null)
      .$if(last !== undefined, (rows) => rows.where('id', '<', last?.id ?? ''))
      .orderBy('id', 'desc')
      .limit(few)
      .execute();
  return inPieces(few, after, (row) => {
    const { content: _, ...post } = readPost(row.post ?? '{}');
    const blogId = row.blog_id;
    const state = stateIn({ row, blog: undefined });
    return {
      ...state,
      blogId,
      state: state.state === 'draft' && blogId ? 'changed' : state.state,
      post,
    };
  });
};

export async function createManuscript(
  tx: Db,
  { kind, blogVersion: _, ...post }: ManuscriptDraft,
  by: Actor,
): Promise<ManuscriptState> {
  const row = await insert(tx, newId(by.now), by, { post: JSON.stringify(post) });
  await recordRevision(tx, { manuscriptId: row.id, kind, post, by });
  return stateIn({ row, blog: undefined });
}

const insert = (tx: Db, id: string, by: Actor, values: Partial<ManuscriptRow>) =>
  tx
    .insertInto('manuscripts')
    .values({
      id,
      blog_id: null,
      post: null,
      blog_version: null,
      scheduled_for: null,
      time_zone: null,
      saved_at: by.now.toISOString(),
      saved_by: by.username ?? '',
      version: 1,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Saves the text. That of a published post is saved beside it; visitors read the published one until it is published. */
export async function saveManuscript(
  tx: Db,
  id: string,
  { kind, blogVersion, ...post }: ManuscriptDraft,
  seen: Seen,
  by: Actor,
): Promise<ManuscriptState> {
  const found = await findAsSeen(tx, id, seen);
  const { blog } = found;
  if (found.row?.scheduled_for) completeOrRefuse(post);
  const row = found.row ?? (await beginCopy(tx, blog as Blog, by));
  if (blog && !row.post) await keepPublished(tx, row.id, blog, by.now);
  const isChanged = !blog || !isSamePost(post, postOf(blog));
  const saved = await update(tx, row, by, {
    post: isChanged ? JSON.stringify(post) : null,
    blog_version: blogVersion ?? (row.post ? row.blog_version : (blog?.version ?? null)),
    ...(!isChanged && unscheduled),
  });
  await recordRevision(tx, { manuscriptId: row.id, kind, post, by });
  return stateIn({ row: saved, blog });
}

const unscheduled = { scheduled_for: null, time_zone: null };

async function findAsSeen(tx: Db, id: string, seen: Seen): Promise<Found> {
  const found = await findBoth(tx, id);
  if (seen !== undefined && seen !== (found.row?.version ?? 0)) throw new Stale('post');
  return found;
}

const update = (tx: Db, row: ManuscriptRow, by: Actor, values: Partial<ManuscriptRow>) =>
  tx
    .updateTable('manuscripts')
    .set({
      ...values,
      saved_at: by.now.toISOString(),
      saved_by: by.username ?? '',
      version: sql`version + 1`,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** A manuscript for a published post has the post's own `uid`. */
async function beginCopy(tx: Db, blog: Blog, by: Actor): Promise<ManuscriptRow> {
  const { uid } = await tx
    .selectFrom('blogs')
    .select('uid')
    .where('id', '=', blog.id)
    .executeTakeFirstOrThrow();
  return insert(tx, uid, by, { blog_id: blog.id, blog_version: blog.version, version: 0 });
}

/** Keeps the text that is published, unless a revision has it: it may have been written before there were revisions. */
async function keepPublished(tx: Db, manuscriptId: string, blog: Blog, now: Date): Promise<void> {
  if (await hasPublished(tx, manuscriptId, blog.version)) return;
  const savedAt = [blog.publishedAt, now.toISOString()].sort()[0] as string;
  await recordRevision(tx, {
    manuscriptId,
    kind: 'published',
    post: postOf(blog),
    by: { username: null, now },
    blogVersion: blog.version,
    savedAt,
  });
}

/** The text as it is published. Throws Invalid if the title or the text is missing. */
function completeOrRefuse(post: PostFields): BlogDraft {
  const { publishedAt, ...fields } = post;
  const parsed = BlogDraft.safeParse({ ...fields, publishedAt: publishedAt ?? undefined });
  if (parsed.success) return parsed.data;
  throw new Invalid(
    Object.fromEntries(
      parsed.error.issues.map(({ path: [field], message }) => [String(field), message]),
    ),
  );
}

/** Publishes at a time to come: see publisher.ts. */
export async function scheduleManuscript(
  tx: Db,
  id: string,
  { scheduledFor, timeZone }: Publication,
  seen: Seen,
  by: Actor,
): Promise<ManuscriptState> {
  const found = await findAsSeen(tx, id, seen);
  const { row, blog } = found;
  if (!row?.post) return stateIn(found);
  completeOrRefuse(readPost(row.post));
  if (!scheduledFor || scheduledFor <= by.now.toISOString()) {
    throw new Invalid({ scheduledFor: 'Choose a time that is still to come.' });
  }
  const zone = timeZone ?? 'UTC';
  const saved = await update(tx, row, by, { scheduled_for: scheduledFor, time_zone: zone });
  return stateIn({ row: saved, blog });
}

/** Publishes now, with the HTML of exactly this version. Of a text that is published already nothing changes. */
export async function publishManuscript(
  tx: Db,
  id: string,
  html: string,
  seen: Seen,
  by: Actor,
): Promise<ManuscriptState> {
  const found = await findAsSeen(tx, id, seen);
  const { row, blog } = found;
  if (!row?.post) return stateIn(found);
  const post = readPost(row.post);
  const draft = completeOrRefuse(post);
  if (blog && blog.version !== row.blog_version) throw new Stale('post');
  const publishedAt =
    draft.publishedAt ?? blog?.publishedAt ?? row.scheduled_for ?? by.now.toISOString();
  const published = blog
    ? await updateBlog(tx, blog.id, { ...draft, publishedAt }, html, blog.version)
    : await createBlog(tx, { ...draft, publishedAt }, html, by.now, row.id);
  const saved = await update(tx, row, by, {
    ...unscheduled,
    blog_id: published.id,
    blog_version: published.version,
    post: null,
  });
  await recordRevision(tx, {
    manuscriptId: row.id,
    kind: 'published',
    post: postOf(published),
    by,
    blogVersion: published.version,
  });
  return stateIn({ row: saved, blog: published });
}

/**
 * Publishes a text whose time has come. Nothing happens if another process was first, or somebody has saved a newer text: that
 * one is published next. If the published post itself was changed meanwhile, a person has to merge the two, and the
 * schedule ends.
 */
export async function publishScheduled(
  tx: Db,
  { id, version }: Pick<ManuscriptRow, 'id' | 'version'>,
  html: string,
  by: Actor,
): Promise<void> {
  const row = await tx
    .selectFrom('manuscripts')
    .selectAll()
    .where((where) => where.and({ id, version }))
    .executeTakeFirst();
  if (!row?.scheduled_for) return;
  const blog = row.blog_id ? await findBlog(tx, row.blog_id) : undefined;
  if (blog && blog.version !== row.blog_version) await update(tx, row, by, unscheduled);
  else await publishManuscript(tx, id, html, version, by);
}

/** Takes back that it is published later. */
export async function unscheduleManuscript(
  tx: Db,
  id: string,
  seen: Seen,
  by: Actor,
): Promise<void> {
  const { row } = await findAsSeen(tx, id, seen);
  if (row?.scheduled_for) await update(tx, row, by, unscheduled);
}

/** Deletes a draft with its revisions. The changes of a published post are discarded, and its revisions stay. */
export async function discardManuscript(tx: Db, id: string, seen: Seen, by: Actor): Promise<void> {
  const { row, blog } = await findAsSeen(tx, id, seen);
  if (!row?.post) return;
  if (blog) await update(tx, row, by, { ...unscheduled, post: null, blog_version: blog.version });
  else await tx.deleteFrom('manuscripts').where('id', '=', row.id).execute();
}

export async function listRevisionsOf(db: Db, id: string): Promise<RevisionSummary[]> {
  const { row } = await findBoth(db, id);
  return row ? listRevisions(db, row.id) : [];
}

const scheduled = (db: Db): SelectQueryBuilder<Tables, 'manuscripts', object> =>
  db.selectFrom('manuscripts').where('scheduled_for', 'is not', null).orderBy('scheduled_for');

/** The manuscripts whose time has come, the earliest first. */
export const listDueManuscripts = (db: Db, now: Date) =>
  scheduled(db)
    .select(['id', 'version', 'post', 'saved_by'])
    .where('scheduled_for', '<=', now.toISOString())
    .limit(10)
    .execute();

/** The time of the next publication. */
export async function nextDue(db: Db): Promise<Date | undefined> {
  const row = await scheduled(db).select('scheduled_for').limit(1).executeTakeFirst();
  return row?.scheduled_for ? new Date(row.scheduled_for) : undefined;
}
