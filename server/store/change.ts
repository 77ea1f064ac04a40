import { NotFound, Stale } from '../errors.ts';
import type { Db } from './store.ts';

/** The tables whose rows carry a version, and what a person calls one of their rows. */
const kinds = {
  pods: 'pod',
  apps: 'app',
  blogs: 'blog post',
  milestones: 'milestone',
  ideas: 'idea',
  applications: 'application',
  contacts: 'contact submission',
  users: 'user',
} as const;

type Versioned = keyof typeof kinds;

/** The version a writer has seen. Undefined: the last write wins. */
export type Seen = number | undefined;

/** The row to change: as it was seen, where the writer says so. */
export const held = (id: string, seen: Seen) =>
  seen === undefined ? { id } : { id, version: seen };

/** The changed row; where there is none, says whether it is gone or somebody else was quicker. */
export async function changedOr<Row>(
  db: Db,
  table: Versioned,
  id: string,
  row: Row | undefined,
): Promise<Row> {
  if (row) return row;
  const there = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
  throw there ? new Stale(kinds[table]) : new NotFound(kinds[table]);
}

export const foundOr = <Row>(table: Versioned, row: Row | undefined): Row => {
  if (row === undefined) throw new NotFound(kinds[table]);
  return row;
};

export async function deleteRow(db: Db, table: Versioned, id: string, seen: Seen): Promise<void> {
  const row = await db
    .deleteFrom(table)
    .where((row) => row.and(held(id, seen)))
    .returning('id')
    .executeTakeFirst();
  await changedOr(db, table, id, row);
}
