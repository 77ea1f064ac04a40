import { once } from 'node:events';
import path from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { root } from '../root.ts';
import type { Job, Opening, Outcome } from './sqlite-worker.ts';

/** A connection to a SQLite file. It runs one statement at a time, in the order of the calls. */
export interface SqliteConnection {
  run(
    text: string,
    values: readonly unknown[],
  ): Promise<{ rows: unknown[]; changes: number | bigint }>;
  /** Rolls back the open transaction, if there is one. */
  rollBack(): Promise<void>;
  /** Increases when the thread ends, for example after a crash. The thread's open transaction is then rolled back. */
  readonly thread: number;
  close(): Promise<void>;
}

const workerFile = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, 'sqlite-worker.ts')
  : path.join(root, 'dist/server/sqlite-worker.js');

/** SQLITE_IOERR, for which `isTemporary` of sqlite.ts returns true. */
const ioError = 10;

class SqliteError extends Error {
  readonly errcode: number | undefined;

  constructor(message: string, errcode: number | undefined) {
    super(message);
    this.errcode = errcode;
  }
}

interface PendingCall {
  resolve(done: { rows: unknown[]; changes: number | bigint }): void;
  reject(error: Error): void;
}

/**
 * Opens a connection on its own thread: node:sqlite waits for the disk synchronously, which would block the thread that
 * serves pages. The first statement starts the thread, and so does the first statement after a crash.
 */
export function openOnThread(
  opening: Opening,
  onError: (error: unknown) => void = () => {},
): SqliteConnection {
  let worker: Worker | undefined;
  let thread = 0;
  let pending: PendingCall[] = [];

  function start(): Worker {
    const started = new Worker(workerFile, {
      workerData: opening,
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    let reason = 'The thread of the database has ended.';
    started.on('message', (outcome: Outcome) => {
      const next = pending.shift();
      // An idle thread does not keep the process alive.
      if (pending.length === 0) started.unref();
      if (!('failure' in outcome)) {
        next?.resolve(outcome);
        return;
      }
      const { message, errcode } = outcome.failure;
      const error = new SqliteError(message, errcode);
      onError(error);
      next?.reject(error);
    });
    started.on('error', ({ message }) => {
      reason = message;
    });
    started.on('exit', () => {
      const unanswered = pending;
      pending = [];
      worker = undefined;
      thread += 1;
      for (const { reject } of unanswered) reject(new SqliteError(reason, ioError));
    });
    return started;
  }

  function send(job: Job): Promise<{ rows: unknown[]; changes: number | bigint }> {
    worker ??= start();
    worker.ref();
    return new Promise((resolve, reject) => {
      pending.push({ resolve, reject });
      worker?.postMessage(job);
    });
  }

  return {
    run: (text, values) => send({ text, values: values as SQLInputValue[] }),
    async rollBack() {
      if (worker) await send('roll back');
    },
    get thread() {
      return thread;
    },
    async close() {
      if (!worker) return;
      worker.ref();
      const exit = once(worker, 'exit');
      worker.postMessage('close' satisfies Job);
      await exit;
    },
  };
}
