import { CompiledQuery } from 'kysely';
import type { Db, Write } from './store.ts';

interface Job {
  work(tx: Db): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

const savepoint = CompiledQuery.raw('savepoint one');
const rollBack = CompiledQuery.raw('rollback to one');
const release = CompiledQuery.raw('release one');

/** The largest number of writes in one transaction: the first of them waits for the last. */
const largest = 64;

/**
 * Group commit: writers that arrive during a commit share the next transaction, and so the wait for the disk. A savepoint
 * undoes a writer that fails. Each resolves after the commit.
 */
export function groupCommits(db: Db): Write {
  const waiting: Job[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) await commit(waiting.splice(0, largest));
    isRunning = false;
  }

  async function commit(jobs: Job[]): Promise<void> {
    const tell: (() => void)[] = [];
    try {
      await db.transaction().execute(async (tx) => {
        // Statements run in the order in which they are sent, so the work need not wait for its savepoint, nor for the end
        // of the one before. A statement that fails without being waited for is noticed before the commit.
        const sent: Promise<unknown>[] = [];
        const send = (statement: CompiledQuery) => {
          const done = tx.executeQuery(statement);
          done.catch(() => {});
          sent.push(done);
        };
        for (const { work, resolve, reject } of jobs) {
          send(savepoint);
          try {
            const value = await work(tx);
            tell.push(() => resolve(value));
          } catch (error) {
            // When the disk is full, SQLite itself has rolled back the whole transaction: all writers fail.
            await tx.executeQuery(rollBack).catch(() => {
              throw error;
            });
            tell.push(() => reject(error));
          }
          send(release);
        }
        await Promise.all(sent);
      });
    } catch (error) {
      for (const { reject } of jobs) reject(error);
      return;
    }
    for (const each of tell) each();
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Job['resolve'], reject });
      if (!isRunning) run();
    });
}
