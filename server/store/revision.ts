import type { PostFields, Revision, RevisionSummary } from '#contract/manuscript.ts';
import type { RevisionKind } from '#contract/manuscript-states.ts';
import { NotFound } from '../errors.ts';
import type { Actor } from './history.ts';
import { newId } from './id.ts';
import { readPost } from './post-fields.ts';
import type { Db } from './store.ts';
import type { RevisionRow } from './tables.ts';

/** A revision is a text of a manuscript, as it was saved or published. */

/** Within this time after an autosave has created a revision, later saves by the same person replace it. */
const autosaveWindow = 15 * 60_000;
const mostRevisions = 50;

interface Recorded {
  manuscriptId: string;
  kind: RevisionKind;
  post: PostFields;
  by: Actor;
  blogVersion?: number | null;
  /** The time at which the text was saved or published. Defaults to now. */
  savedAt?: string;
}

/**
 * Saves a text as a revision. It replaces the latest revision if that is an autosave by the same person, created within
 * `autosaveWindow`. A text that equals the latest revision is saved only if `kind` is `published`. It then replaces the
 * latest revision, or becomes a new revision if the latest one is `published` too.
 */
export async function recordRevision(tx: Db, recorded: Recorded): Promise<void> {
  const { manuscriptId, kind, post, by, blogVersion = null } = recorded;
  const { savedAt = by.now.toISOString() } = recorded;
  const last = await newestOf(tx, manuscriptId);
  const values = {
    kind,
    post: JSON.stringify(post),
    username: by.username,
    saved_at: savedAt,
    blog_version: blogVersion,
  };
  const isSameText = last?.post === values.post;
  if (isSameText && kind !== 'published') return;
  const followsAutosave =
    last?.kind === 'autosaved' &&
    last.username === by.username &&
    by.now.getTime() - timeOf(last.id) < autosaveWindow;
  if (last && (followsAutosave || (isSameText && last.kind !== 'published'))) {
    await tx.updateTable('revisions').set(values).where('id', '=', last.id).execute();
    return;
  }
  await tx
    .insertInto('revisions')
    .values({
      id: newId(by.now),
      manuscript_id: manuscriptId,
      ...values,
    })
    .execute();
  await deleteSurplus(tx, manuscriptId);
}

/** Returns the creation time of a UUIDv7 in milliseconds: its first 48 bits. */
const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

const newestOf = (db: Db, manuscriptId: string): Promise<RevisionRow | undefined> =>
  db
    .selectFrom('revisions')
    .selectAll()
    .where('manuscript_id', '=', manuscriptId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Deletes one revision if there are more than `mostRevisions`: the oldest autosave, or else the oldest revision. Never
 * deletes the newest revision.
 */
async function deleteSurplus(tx: Db, manuscriptId: string): Promise<void> {
  const rows = await tx
    .selectFrom('revisions')
    .select(['id', 'kind'])
    .where('manuscript_id', '=', manuscriptId)
    .orderBy('id')
    .execute();
  if (rows.length <= mostRevisions) return;
  const older = rows.slice(0, -1);
  const [oldest] = [...older.filter(({ kind }) => kind === 'autosaved'), ...older];
  if (oldest) await tx.deleteFrom('revisions').where('id', '=', oldest.id).execute();
}

/** Lists the revisions of a manuscript, newest first. */
export async function listRevisions(db: Db, manuscriptId: string): Promise<RevisionSummary[]> {
  const rows = await db
    .selectFrom('revisions')
    .selectAll()
    .where('manuscript_id', '=', manuscriptId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => toSummary(row, titleOf(row.post)));
}

export async function findRevision(db: Db, id: string): Promise<Revision> {
  const row = await db.selectFrom('revisions').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new NotFound('revision');
  const post = readPost(row.post);
  return { ...toSummary(row, post.title), post };
}

/** Returns true if the text of this version of the published post was saved as a revision. */
export async function hasRevisionOfVersion(
  db: Db,
  manuscriptId: string,
  blogVersion: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('revisions')
    .select('id')
    .where('manuscript_id', '=', manuscriptId)
    .where('blog_version', '=', blogVersion)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const titleOf = (post: string): string => String(JSON.parse(post).title ?? '');

const toSummary = (row: RevisionRow, title: string): RevisionSummary => ({
  id: row.id,
  kind: row.kind as RevisionKind,
  username: row.username,
  savedAt: row.saved_at,
  title,
  blogVersion: row.blog_version,
});
