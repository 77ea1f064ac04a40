import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** The entry point of a thread with one connection to the SQLite file: see sqlite-thread.ts. */

export interface Opening {
  file: string;
  isReadOnly: boolean;
  /** How long a statement waits for another process's write, in milliseconds. */
  busyTimeout: number;
}

export type Job = { text: string; values: SQLInputValue[] } | 'roll back' | 'close';

export type Outcome =
  | { rows: unknown[]; changes: number | bigint }
  /** Fields of SQLite's error: an Error itself would lose `errcode` when it is posted to another thread. */
  | { failure: { message: string; errcode?: number } };

const { file, isReadOnly, busyTimeout } = workerData as Opening;
const database = new DatabaseSync(file, { readOnly: isReadOnly, timeout: busyTimeout });
database.exec('pragma synchronous = full');
database.exec('pragma foreign_keys = on');

const prepared = new Map<string, { statement: StatementSync; returnsRows: boolean }>();

function prepare(text: string) {
  let found = prepared.get(text);
  if (!found) {
    if (prepared.size >= 500) prepared.clear();
    const statement = database.prepare(text);
    found = { statement, returnsRows: statement.columns().length > 0 };
    prepared.set(text, found);
  }
  return found;
}

function run(job: Exclude<Job, 'close'>): Outcome {
  if (job === 'roll back') {
    // When the disk is full, SQLite has already rolled back by itself.
    if (database.isTransaction) database.exec('rollback');
    return { rows: [], changes: 0 };
  }
  const { statement, returnsRows } = prepare(job.text);
  if (returnsRows) return { rows: statement.all(...job.values), changes: 0 };
  return { rows: [], changes: statement.run(...job.values).changes };
}

parentPort?.on('message', (job: Job) => {
  if (job === 'close') {
    database.close();
    parentPort?.close();
    return;
  }
  let outcome: Outcome;
  try {
    outcome = run(job);
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    outcome = { failure: { message, ...(errcode !== undefined && { errcode }) } };
  }
  parentPort?.postMessage(outcome);
});
