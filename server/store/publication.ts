import type { SelectQueryBuilder } from 'kysely';
import type { ManuscriptState, Publication } from '#contract/manuscript.ts';
import { Invalid, Stale } from '../errors.ts';
import { createBlog, findBlog, updateBlog } from './blog.ts';
import type { IfVersion } from './change.ts';
import type { Actor } from './history.ts';
import { findAtVersion, toManuscriptState, unscheduled, updateManuscript } from './manuscript.ts';
import { completeOrRefuse, postOf, readPost } from './post-fields.ts';
import { recordRevision } from './revision.ts';
import type { Db } from './store.ts';
import type { ManuscriptRow, Tables } from './tables.ts';

/** Publishes manuscripts, at once or at a chosen time. Publishing writes a row of `blogs` (decision 050). */

/** Sets the time at which publisher.ts publishes a manuscript. Changes nothing if it has no unpublished text. */
export async function scheduleManuscript(
  tx: Db,
  id: string,
  { scheduledFor, timeZone }: Publication,
  ifVersion: IfVersion,
  by: Actor,
): Promise<ManuscriptState> {
  const found = await findAtVersion(tx, id, ifVersion);
  const { row, blog } = found;
  if (!row?.post) return toManuscriptState(found);
  completeOrRefuse(readPost(row.post));
  if (!scheduledFor || scheduledFor <= by.now.toISOString()) {
    throw new Invalid({ scheduledFor: 'Choose a time that is still to come.' });
  }
  const zone = timeZone ?? 'UTC';
  const saved = await updateManuscript(tx, row, by, {
    scheduled_for: scheduledFor,
    time_zone: zone,
  });
  return toManuscriptState({ row: saved, blog });
}

/**
 * Publishes a manuscript at once. `html` must be rendered from version `ifVersion` of the manuscript. Changes nothing
 * if the manuscript has no unpublished text.
 */
export async function publishManuscript(
  tx: Db,
  id: string,
  html: string,
  ifVersion: IfVersion,
  by: Actor,
): Promise<ManuscriptState> {
  const found = await findAtVersion(tx, id, ifVersion);
  const { row, blog } = found;
  if (!row?.post) return toManuscriptState(found);
  const post = readPost(row.post);
  const draft = completeOrRefuse(post);
  if (blog && blog.version !== row.blog_version) throw new Stale('post');
  const publishedAt =
    draft.publishedAt ?? blog?.publishedAt ?? row.scheduled_for ?? by.now.toISOString();
  const published = blog
    ? await updateBlog(tx, blog.id, { ...draft, publishedAt }, html, blog.version)
    : await createBlog(tx, { ...draft, publishedAt }, html, by.now, row.id);
  const saved = await updateManuscript(tx, row, by, {
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
  return toManuscriptState({ row: saved, blog: published });
}

/**
 * Publishes a manuscript at its scheduled time. Does nothing if its version has changed: another process has published
 * it, or somebody has saved or unscheduled it. The publisher's next round publishes a newer text. If the
 * published post is newer than `blog_version`, removes the schedule, because a person has to merge the two texts.
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
  if (!row) return;
  const blog = row.blog_id ? await findBlog(tx, row.blog_id) : undefined;
  if (blog && blog.version !== row.blog_version) await updateManuscript(tx, row, by, unscheduled);
  else await publishManuscript(tx, id, html, version, by);
}

export async function unscheduleManuscript(
  tx: Db,
  id: string,
  ifVersion: IfVersion,
  by: Actor,
): Promise<void> {
  const { row } = await findAtVersion(tx, id, ifVersion);
  if (row?.scheduled_for) await updateManuscript(tx, row, by, unscheduled);
}

const scheduled = (db: Db): SelectQueryBuilder<Tables, 'manuscripts', object> =>
  db.selectFrom('manuscripts').where('scheduled_for', 'is not', null).orderBy('scheduled_for');

/** Lists up to ten manuscripts that are due, the earliest first. */
export const listDueManuscripts = (db: Db, now: Date) =>
  scheduled(db)
    .select(['id', 'version', 'post', 'saved_by'])
    .where('scheduled_for', '<=', now.toISOString())
    .limit(10)
    .execute();

/** Returns the earliest scheduled time, which may be in the past. */
export async function findNextScheduledTime(db: Db): Promise<Date | undefined> {
  const row = await scheduled(db).select('scheduled_for').limit(1).executeTakeFirst();
  return row?.scheduled_for ? new Date(row.scheduled_for) : undefined;
}
