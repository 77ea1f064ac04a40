import type { Insertable } from 'kysely';
import type { Suspicion } from '#contract/quarantine.ts';
import { saveTexts } from './search-texts.ts';
import type { Db } from './store.ts';
import type { Received, Tables } from './tables.ts';

/** A submission before it is saved, and the response to its sender. */
export interface Submission<K extends Received = Received, Answer = unknown> {
  kind: K;
  row: Tables[K];
  answer: Answer;
}

/** Inserts a submission into the table of its kind, or into `quarantine` if there is a suspicion. */
export async function saveSubmission<K extends Received>(
  db: Db,
  { kind, row }: Submission<K>,
  suspicion?: Suspicion,
): Promise<void> {
  if (!suspicion) return insertSubmission(db, kind, row);
  const submission = JSON.stringify(row);
  await db.insertInto('quarantine').values({ id: row.id, kind, submission, suspicion }).execute();
}

export const insertSubmission = <K extends Received>(
  db: Db,
  kind: K,
  row: Tables[K],
): Promise<void> => insertSubmissions(db, kind, [row]);

export async function insertSubmissions<K extends Received>(
  db: Db,
  kind: K,
  rows: Tables[K][],
): Promise<void> {
  await insertWithoutTexts(db, kind, rows);
  await saveTexts(db, kind, rows);
}

/** Inserts rows without their search texts. Searches do not find the rows until `writeTextsOf` has run. */
export async function insertWithoutTexts<K extends Received>(
  db: Db,
  kind: K,
  rows: Tables[K][],
): Promise<void> {
  // TypeScript does not resolve the columns of a generic table, so the rows need a cast.
  await db
    .insertInto(kind)
    .values(rows as Insertable<Tables[K]>[])
    .execute();
}
