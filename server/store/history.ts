import type { Activity, HistoryEntry, HistoryEvent } from '#contract/history.ts';
import { newId } from './id.ts';
import type { Db } from './store.ts';
import type { HistoryRow, Received, Recorded } from './tables.ts';

/** The author of a change, and the time of the change. */
export interface Actor {
  /** Null for the sender of a submission. */
  username: string | null;
  now: Date;
  /** The names of the webhooks that get a message about the change: see outbox.ts. */
  webhooks?: readonly string[];
}

/** The username in the history for changes by the site itself, such as the deletion of old submissions. */
export const automatic = '(automatic)';

/** The username in the history for changes by `npm run user`. */
export const commandLine = '(command line)';

export interface Change {
  what: HistoryEvent;
  before?: string | null | undefined;
  after?: string | null | undefined;
}

/** Adds changes of a submission or user to the history. `tx` is the transaction that makes the changes. */
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

const mostEntries = 200;

/** Lists the newest changes of a submission or user. */
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

export const kindNames = {
  ideas: 'idea',
  applications: 'application',
  contacts: 'contact',
} as const;
/** For each kind of submission, the column with its title, name or subject. */
export const nameColumns = {
  ideas: 'title',
  applications: 'full_name',
  contacts: 'subject',
} as const;

/**
 * Returns the titles, names or subjects of submissions, and the usernames of users, by id. Deleted users, and
 * submissions that are in the quarantine, in the trash or erased, are missing.
 */
export async function namesOf(
  db: Db,
  submissions: { kind: string; id: string }[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const kind of Object.keys(kindNames) as Received[]) {
    const ids = submissions.filter((each) => each.kind === kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    const found = await db
      .selectFrom(kind)
      .select(['id', `${nameColumns[kind]} as name`])
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

/** `listActivity` leaves out these events: an import records thousands of them, and imports have their own list. */
const importEvents: HistoryEvent[] = ['imported', 'import undone', 'import restored'];

/** Lists the newest changes of all submissions and users, except those of imports. */
export async function listActivity(db: Db, limit: number): Promise<Activity[]> {
  const rows = await db
    .selectFrom('history')
    .selectAll()
    .where('what', 'not in', importEvents)
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
    kind: row.kind === 'users' ? 'user' : kindNames[row.kind as Received],
    submissionId: row.submission_id,
    name: names.get(row.submission_id) ?? null,
    status: row.what === 'status' ? row.after : null,
  }));
}

/** Deletes the old and new values from the history of a submission. The other columns stay. */
export async function eraseHistory(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('history')
    .set({ before: null, after: null })
    .where('submission_id', '=', id)
    .execute();
}
