import { sql } from 'kysely';
import type {
  LogEntry,
  LogEntryChange,
  LogEntryDraft,
  PodLog,
  StaffLogEntry,
  StaffLogPage,
} from '#contract/log.ts';
import { findApp } from './app.ts';
import {
  changedOrThrow,
  foundOrThrow,
  type IfVersion,
  requireComplete,
  rowAtVersion,
} from './change.ts';
import type { Actor } from './history.ts';
import { newId } from './id.ts';
import { checkPod, findPod } from './pod.ts';
import type { Db } from './store.ts';
import type { LogEntryRow } from './tables.ts';

export interface LogQuery {
  /** The list starts after the entry with this id, or with the newest entry if this is empty. */
  before: string;
  limit: number;
}

/** Lists entries of all pods, newest first. */
export const listLog = async (db: Db, query: LogQuery): Promise<LogEntry[]> =>
  (await entriesOf(db, '', query, query.limit)).map(toLogEntry);

/** Lists entries of a pod, newest first, with the total hours of the pod. Throws NotFound if there is no such pod. */
export async function listPodLog(db: Db, id: string, query: LogQuery): Promise<PodLog> {
  await findPod(db, id);
  const rows = await entriesOf(db, id, query, query.limit + 1);
  const { total, mvp, extended } = await db
    .selectFrom('log_entries')
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number | null>`sum(mvp_hours)`.as('mvp'),
      sql<number | null>`sum(extended_hours)`.as('extended'),
    ])
    .where('pod_id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    items: rows.slice(0, query.limit).map(toLogEntry),
    total: Number(total),
    hasMore: rows.length > query.limit,
    mvpHours: mvp ?? 0,
    extendedHours: extended ?? 0,
  };
}

/** Lists the log of the pod that a project belongs to. Returns an empty log if the project has no pod. */
export async function listAppLog(db: Db, id: string, query: LogQuery): Promise<PodLog> {
  const { podId } = await findApp(db, id);
  if (podId !== null) return listPodLog(db, podId, query);
  return { items: [], total: 0, hasMore: false, mvpHours: 0, extendedHours: 0 };
}

/** Lists entries of one pod, or of all pods if `podId` is empty, with the fields that only staff see. */
export async function listStaffLog(db: Db, podId: string, query: LogQuery): Promise<StaffLogPage> {
  const rows = await entriesOf(db, podId, query, query.limit + 1);
  return {
    items: rows.slice(0, query.limit).map(toStaffLogEntry),
    hasMore: rows.length > query.limit,
  };
}

export async function createLogEntry(
  tx: Db,
  draft: LogEntryDraft,
  { username, now }: Actor,
): Promise<StaffLogEntry> {
  await checkPod(tx, draft.podId);
  const id = newId(now);
  const date = draft.date ?? now.toISOString().slice(0, 10);
  await tx
    .insertInto('log_entries')
    .values({
      id,
      ...requireComplete(columnsOf({ ...draft, date })),
      author: username ?? '',
      created_at: now.toISOString(),
      version: 1,
    })
    .execute();
  return findStaffLogEntry(tx, id);
}

export async function updateLogEntry(
  tx: Db,
  id: string,
  change: LogEntryChange,
  ifVersion: IfVersion,
): Promise<StaffLogEntry> {
  await checkPod(tx, change.podId);
  const row = await tx
    .updateTable('log_entries')
    .set({ ...columnsOf(change), version: sql`version + 1` })
    .where((row) => row.and(rowAtVersion(id, ifVersion)))
    .returning('id')
    .executeTakeFirst();
  await changedOrThrow(tx, 'log_entries', id, row);
  return findStaffLogEntry(tx, id);
}

const columnsOf = (fields: LogEntryChange) => ({
  pod_id: fields.podId,
  date: fields.date,
  text: fields.text,
  mvp_hours: fields.mvpHours,
  extended_hours: fields.extendedHours,
});

type NamedRow = LogEntryRow & { pod_name: string };

const selectWithPodName = (db: Db) =>
  db
    .selectFrom('log_entries')
    .innerJoin('pods', 'pods.id', 'log_entries.pod_id')
    .selectAll('log_entries')
    .select('pods.name as pod_name');

/** Finds entries of one pod, or of all if `podId` is empty. Sorts by date, then by time of creation, newest first. */
async function entriesOf(
  db: Db,
  podId: string,
  { before }: LogQuery,
  limit: number,
): Promise<NamedRow[]> {
  const last = before === '' ? undefined : await positionOf(db, before);
  if (before !== '' && !last) return [];
  return selectWithPodName(db)
    .$if(podId !== '', (rows) => rows.where('log_entries.pod_id', '=', podId))
    .$if(last !== undefined, (rows) =>
      rows.where(sql<boolean>`(log_entries.date, log_entries.id) < (${last?.date}, ${last?.id})`),
    )
    .orderBy('log_entries.date', 'desc')
    .orderBy('log_entries.id', 'desc')
    .limit(limit)
    .execute();
}

const positionOf = (db: Db, id: string) =>
  db.selectFrom('log_entries').select(['date', 'id']).where('id', '=', id).executeTakeFirst();

async function findStaffLogEntry(db: Db, id: string): Promise<StaffLogEntry> {
  const row = await selectWithPodName(db).where('log_entries.id', '=', id).executeTakeFirst();
  return toStaffLogEntry(foundOrThrow('log_entries', row));
}

const toLogEntry = (row: NamedRow): LogEntry => ({
  id: row.id,
  podId: row.pod_id,
  podName: row.pod_name,
  date: row.date,
  text: row.text,
  mvpHours: row.mvp_hours,
  extendedHours: row.extended_hours,
  createdAt: row.created_at,
});

const toStaffLogEntry = (row: NamedRow): StaffLogEntry => ({
  ...toLogEntry(row),
  author: row.author,
  version: row.version,
});
