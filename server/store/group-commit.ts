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

/** The maximum number of writes in one transaction. It limits how long the first write waits for the others. */
const largestGroup = 64;

/**
 * Group commit: writes that arrive during a transaction share the next transaction, and thus a single fsync. Each write
 * has a savepoint, so that a failed write is rolled back alone. The promise of each write settles after the commit.
 */
export function groupCommits(db: Db): Write {
  const waiting: Job[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) await commit(waiting.splice(0, largestGroup));
    isRunning = false;
  }

  async function commit(jobs: Job[]): Promise<void> {
    const settle: (() => void)[] = [];
    try {
      await db.transaction().execute(async (tx) => {
        // Statements run in the order in which they are sent, so a write need not await its savepoint or the previous
        // release. `Promise.all(sent)` throws before the commit if one of these statements has failed.
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
            settle.push(() => resolve(value));
          } catch (error) {
            // When the disk is full, SQLite rolls back the whole transaction. The rollback to the savepoint then fails,
            // and so do all writes of the group.
            await tx.executeQuery(rollBack).catch(() => {
              throw error;
            });
            settle.push(() => reject(error));
          }
          send(release);
        }
        await Promise.all(sent);
      });
    } catch (error) {
      for (const { reject } of jobs) reject(error);
      return;
    }
    for (const settleOne of settle) settleOne();
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Job['resolve'], reject });
      if (!isRunning) run();
    });
}
