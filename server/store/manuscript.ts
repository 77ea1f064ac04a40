import { sql } from 'kysely';
import type { Blog } from '#contract/blog.ts';
import type {
  Manuscript,
  ManuscriptDraft,
  ManuscriptState,
  ManuscriptSummary,
  PostFields,
  RevisionSummary,
} from '#contract/manuscript.ts';
import { NotFound, Stale } from '../errors.ts';
import { findBlog } from './blog.ts';
import type { IfVersion } from './change.ts';
import type { Actor } from './history.ts';
import { newId } from './id.ts';
import { inPieces, type Pieces } from './pieces.ts';
import { completeOrRefuse, isSamePost, postOf, readPost } from './post-fields.ts';
import { hasRevisionOfVersion, listRevisions, recordRevision } from './revision.ts';
import type { Db } from './store.ts';
import type { ManuscriptRow } from './tables.ts';

/**
 * A manuscript is the unpublished text of a post (decision 050). Manuscripts have a table of their own, so that queries
 * for visitors cannot find them. Publishing writes the text into the table `blogs`: see publication.ts.
 */

interface Found {
  /** Undefined for a published post that never had a manuscript. */
  row: ManuscriptRow | undefined;
  blog: Blog | undefined;
}

/** Finds a manuscript and its published post by the id of one of them. Throws NotFound if there is neither. */
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

export const toManuscriptState = ({ row, blog }: Found): ManuscriptState => ({
  id: row?.id ?? blog?.id ?? '',
  blogId: blog?.id ?? null,
  state: row?.scheduled_for ? 'scheduled' : !blog ? 'draft' : row?.post ? 'changed' : 'published',
  scheduledFor: row?.scheduled_for ?? null,
  timeZone: row?.time_zone ?? null,
  savedAt: row?.saved_at ?? null,
  savedBy: row?.saved_by ?? null,
  version: row?.version ?? 0,
  // The version of the published post on which the text is based. Without unpublished text, the current version.
  blogVersion: (row?.post ? row.blog_version : blog?.version) ?? null,
});

export async function findManuscript(db: Db, id: string): Promise<Manuscript> {
  const found = await findBoth(db, id);
  return {
    ...toManuscriptState(found),
    post: postIn(found),
    publishedVersion: found.blog?.version ?? null,
  };
}

/** Lists manuscripts with unpublished text, newest first. Reads few at a time, because the texts are long. */
export const listManuscripts = (db: Db): Pieces<ManuscriptSummary> => {
  const size = 5;
  const readAfter = (last: ManuscriptRow | undefined) =>
    db
      .selectFrom('manuscripts')
      .selectAll()
      .where('post', 'is not', null)
      .$if(last !== undefined, (rows) => rows.where('id', '<', last?.id ?? ''))
      .orderBy('id', 'desc')
      .limit(size)
      .execute();
  return inPieces(size, readAfter, (row) => {
    const { content: _, ...post } = readPost(row.post ?? '{}');
    const blogId = row.blog_id;
    // The published post is not read here, so `toManuscriptState` returns `draft` instead of `changed`.
    const state = toManuscriptState({ row, blog: undefined });
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
  return toManuscriptState({ row, blog: undefined });
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

/** Saves the unpublished text of a post, or removes it and its schedule if it equals the published text. */
export async function saveManuscript(
  tx: Db,
  id: string,
  { kind, blogVersion, ...post }: ManuscriptDraft,
  ifVersion: IfVersion,
  by: Actor,
): Promise<ManuscriptState> {
  const found = await findAtVersion(tx, id, ifVersion);
  const { blog } = found;
  if (found.row?.scheduled_for) completeOrRefuse(post);
  const row = found.row ?? (await insertForPost(tx, blog as Blog, by));
  if (blog && !row.post) await recordPublished(tx, row.id, blog, by.now);
  const isChanged = !blog || !isSamePost(post, postOf(blog));
  const saved = await updateManuscript(tx, row, by, {
    post: isChanged ? JSON.stringify(post) : null,
    blog_version: blogVersion ?? (row.post ? row.blog_version : (blog?.version ?? null)),
    ...(!isChanged && unscheduled),
  });
  await recordRevision(tx, { manuscriptId: row.id, kind, post, by });
  return toManuscriptState({ row: saved, blog });
}

export const unscheduled = { scheduled_for: null, time_zone: null };

export async function findAtVersion(tx: Db, id: string, ifVersion: IfVersion): Promise<Found> {
  const found = await findBoth(tx, id);
  if (ifVersion !== undefined && ifVersion !== (found.row?.version ?? 0)) throw new Stale('post');
  return found;
}

export const updateManuscript = (
  tx: Db,
  row: ManuscriptRow,
  by: Actor,
  values: Partial<ManuscriptRow>,
) =>
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

/** Inserts the manuscript of a published post. Its id is the post's `uid`. `updateManuscript` sets its version to 1. */
async function insertForPost(tx: Db, blog: Blog, by: Actor): Promise<ManuscriptRow> {
  const { uid } = await tx
    .selectFrom('blogs')
    .select('uid')
    .where('id', '=', blog.id)
    .executeTakeFirstOrThrow();
  return insert(tx, uid, by, { blog_id: blog.id, blog_version: blog.version, version: 0 });
}

/**
 * Saves the published text as a revision, unless this version of the post has a revision. It has none if the post was
 * published or changed without a manuscript.
 */
async function recordPublished(tx: Db, manuscriptId: string, blog: Blog, now: Date): Promise<void> {
  if (await hasRevisionOfVersion(tx, manuscriptId, blog.version)) return;
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

/**
 * Deletes a draft that was never published, together with its revisions. For a published post, discards the unpublished
 * text and keeps the revisions.
 */
export async function discardManuscript(
  tx: Db,
  id: string,
  ifVersion: IfVersion,
  by: Actor,
): Promise<void> {
  const { row, blog } = await findAtVersion(tx, id, ifVersion);
  if (!row?.post) return;
  if (blog)
    await updateManuscript(tx, row, by, { ...unscheduled, post: null, blog_version: blog.version });
  else await tx.deleteFrom('manuscripts').where('id', '=', row.id).execute();
}

export async function listRevisionsOf(db: Db, id: string): Promise<RevisionSummary[]> {
  const { row } = await findBoth(db, id);
  return row ? listRevisions(db, row.id) : [];
}
