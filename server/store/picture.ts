import { sql } from 'kysely';
import type { LeadPicture, LeadPictureDraft, Picture } from '#contract/picture.ts';
import {
  type PictureName,
  picturePath,
  readPicturePath,
  srcsetOf,
} from '#contract/picture-path.ts';
import { Invalid } from '../errors.ts';
import type { EncodedPicture } from '../pictures/encode.ts';
import { takeLock } from './lock.ts';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';

/** Sets `checked_at` to now, which postpones the check by `sweepPictures`. Returns undefined for an unknown hash. */
export async function renewPicture(tx: Db, hash: string, now: Date): Promise<Picture | undefined> {
  const row = await tx
    .updateTable('pictures')
    .set({ checked_at: now.toISOString() })
    .where('hash', '=', hash)
    .returningAll()
    .executeTakeFirst();
  return row && toPicture(row);
}

export async function savePicture(
  tx: Db,
  hash: string,
  { size, files }: EncodedPicture,
  now: Date,
): Promise<Picture> {
  // Another request may have stored the same picture while this request encoded it.
  const known = await renewPicture(tx, hash, now);
  if (known) return known;
  const at = now.toISOString();
  await tx
    .insertInto('pictures')
    .values({ hash, ...size, created_at: at, checked_at: at })
    .execute();
  for (const file of files)
    await tx
      .insertInto('picture_files')
      .values({ hash, ...file })
      .execute();
  return toPicture({ hash, ...size });
}

const toPicture = ({ hash, width, height }: PictureName): Picture => ({
  path: picturePath({ hash, width, height }, 'webp'),
  width,
  height,
});

export async function readPictureFile(db: Db, path: string): Promise<Uint8Array | undefined> {
  const named = readPicturePath(path);
  if (!named) return undefined;
  const { hash, width, format } = named;
  const row = await db
    .selectFrom('picture_files')
    .select('bytes')
    .where((file) => file.and({ hash, width, format }))
    .executeTakeFirst();
  return row?.bytes;
}

/**
 * Returns `lead_picture` and `lead_alt` for an insert or update: nulls if `lead` is null, neither column if `lead` is
 * undefined. Throws Invalid if the picture is not stored.
 */
export async function leadColumns(tx: Db, lead: LeadPictureDraft | null | undefined) {
  if (!lead) return lead === null ? { lead_picture: null, lead_alt: null } : {};
  const { hash = '' } = readPicturePath(lead.path) ?? {};
  const known = await tx
    .selectFrom('pictures')
    .select(['hash', 'width', 'height'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (!known)
    throw new Invalid({ leadPicture: 'This picture is no longer here. Choose it again.' });
  return { lead_picture: toPicture(known).path, lead_alt: lead.alt };
}

export function toLeadPicture(row: {
  lead_picture: string | null;
  lead_alt: string | null;
}): LeadPicture | null {
  const named = row.lead_picture ? readPicturePath(row.lead_picture) : undefined;
  if (!named) return null;
  const files = { avif: srcsetOf(named, 'avif'), webp: srcsetOf(named, 'webp') };
  return { ...toPicture(named), alt: row.lead_alt ?? '', ...files };
}

/** The columns that can contain the path of a picture. `sweepPictures` deletes pictures that none of them contains. */
const columnsWithPaths: { [Name in keyof Tables]?: (keyof Tables[Name] & string)[] } = {
  blogs: ['content', 'lead_picture'],
  apps: ['lead_picture'],
  manuscripts: ['post'],
  revisions: ['post'],
};

/** The number of days from the upload, or from the last check, to the next check. */
const daysBetweenChecks = 30;
/** The maximum number of checks in one sweep. One check may read all posts and revisions. */
const mostChecks = 5;

/** Deletes unused pictures. Each call checks up to `mostChecks` of the due pictures, the longest unchecked first. */
export async function sweepPictures(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - daysBetweenChecks * 24 * 3600_000).toISOString();
  const due = await db
    .selectFrom('pictures')
    .select('hash')
    .where('checked_at', '<', before)
    .orderBy('checked_at')
    .orderBy('hash')
    .limit(mostChecks)
    .execute();
  for (const { hash } of due) {
    await db.transaction().execute(async (tx) => {
      // With the lock, nobody can save a post with this picture between the check and the deletion.
      await takeLock(tx, 'staff');
      if (await isUsed(tx, hash)) await renewPicture(tx, hash, now);
      else await tx.deleteFrom('pictures').where('hash', '=', hash).execute();
    });
  }
}

async function isUsed(tx: Db, hash: string): Promise<boolean> {
  const pattern = `%/pictures/${hash}-%`;
  for (const [table, columns] of Object.entries(columnsWithPaths)) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.join(
      columns.map((column) => sql`${sql.ref(column)} like ${pattern}`),
      sql` or `,
    )} limit 1`.execute(tx);
    if (rows.length > 0) return true;
  }
  return false;
}
