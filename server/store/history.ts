import type { Activity, HistoryEntry, HistoryEvent } from '#contract/history.ts';
import { newId } from './id.ts';
import type { Db } from './store.ts';
import type { HistoryRow, Received, Recorded } from './tables.ts';

/** Who changes a submission, and when. */
export interface Actor {
  /** Null for the sender. */
  username: string | null;
  now: Date;
  /** The webhooks that are told of it: see outbox.ts. */
  webhooks?: readonly string[];
}

/** Stands for the site itself, where a member of staff would be named. */
export const automatic = '(automatic)';

/** Stands for the person who ran `npm run user`. */
export const commandLine = '(command line)';

export interface Change {
  what: HistoryEvent;
  before?: string | null | undefined;
  after?: string | null | undefined;
}

/** Adds changes to the history, in the transaction that makes them. */
export async function record(
  tx: Db,
  kind: Recorded,
  id: string,
  { username, now }: Actor,
  changes: Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => historyRow(kind, id, { username, now }, change));
  await tx.insertInto('history').values(rows).execute();
}

/** Adds the same change of several submissions. */
export async function recordAll(
  tx: Db,
  kind: Recorded,
  ids: string[],
  by: Actor,
  change: Change,
): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((id) => historyRow(kind, id, by, change));
  await tx.insertInto('history').values(rows).execute();
}

const historyRow = (
  kind: Recorded,
  id: string,
  { username, now }: Actor,
  { what, before = null, after = null }: Change,
): HistoryRow => ({
  id: newId(now),
  kind,
  submission_id: id,
  username,
  what,
  before,
  after,
  created_at: now.toISOString(),
});

/** The newest changes of a submission; more than these nobody reads. */
const mostEntries = 200;

/** Newest first. */
export async function listHistory(db: Db, id: string): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom('history')
    .selectAll()
    .where('submission_id', '=', id)
    .orderBy('id', 'desc')
    .limit(mostEntries)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    by: row.username,
    what: row.what as HistoryEvent,
    from: row.before,
    to: row.after,
    at: row.created_at,
  }));
}

export const kinds = { ideas: 'idea', applications: 'application', contacts: 'contact' } as const;
/** The column with what a submission is called by. */
export const nameColumns = {
  ideas: 'title',
  applications: 'full_name',
  contacts: 'subject',
} as const;

/** The titles, names or subjects of submissions, and the names of users, by their ids. Those that are not in their list are missing. */
export async function namesOf(
  db: Db,
  submissions: { kind: string; id: string }[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const kind of Object.keys(kinds) as Received[]) {
    const ids = submissions.filter((each) => each.kind === kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    const found = await db
      // TypeScript does not resolve the columns of a generic table.
      .selectFrom(kind as 'ideas')
      .select(['id', `${nameColumns[kind] as 'title'} as name`])
      .where('id', 'in', ids)
      .execute();
    for (const { id, name } of found) names.set(id, name);
  }
  const users = submissions.filter((each) => each.kind === 'users').map(({ id }) => id);
  if (users.length > 0) {
    const found = await db
      .selectFrom('users')
      .select(['id', 'username'])
      .where('id', 'in', users)
      .execute();
    for (const { id, username } of found) names.set(id, username);
  }
  return names;
}

/** Events that the activity leaves out: an import changes thousands of rows at once, and has a list of its own. */
const ofImports: HistoryEvent[] = ['imported', 'import undone', 'import restored'];

/** The newest changes of all submissions and users, without those that belong to an import. */
export async function listActivity(db: Db, limit: number): Promise<Activity[]> {
  const rows = await db
    .selectFrom('history')
    .selectAll()
    .where('what', 'not in', ofImports)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const names = await namesOf(
    db,
    rows.map(({ kind, submission_id: id }) => ({ kind, id })),
  );
  return rows.map((row) => ({
    id: row.id,
    by: row.username,
    what: row.what as HistoryEvent,
    at: row.created_at,
    kind: row.kind === 'users' ? 'user' : kinds[row.kind as Received],
    submissionId: row.submission_id,
    name: names.get(row.submission_id) ?? null,
    status: row.what === 'status' ? row.after : null,
  }));
}

/** Empties the values of all changes of a submission. That it was changed, when and by whom, stays. */
export async function eraseHistory(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('history')
    .set({ before: null, after: null })
    .where('submission_id', '=', id)
    .execute();
}
