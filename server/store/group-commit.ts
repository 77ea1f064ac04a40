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

/** The largest number of writes in one transaction. The first write is acknowledged only after the last one has run. */
const largest = 64;

/**
 * Group commit: writes that arrive during a transaction share the next one, and so wait for a single fsync. Each write
 * has a savepoint, so that a failed write is rolled back alone. The promise of each write settles after the commit.
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
        // Statements run in the order in which they are sent, so a write does not await its savepoint, nor the release
        // of the one before. `Promise.all(sent)` notices a savepoint or release that has failed, before the commit.
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
            // The rollback fails if SQLite has rolled back the whole transaction, as it does when the disk is full.
            // Then all writes of the group fail.
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
