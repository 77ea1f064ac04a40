import { setImmediate } from 'node:timers/promises';
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

/** At most so many share a transaction: the first of them waits for the last. */
const largest = 64;

/**
 * Writers that arrive while another one commits share the next commit, and with it the wait for the disk.
 * Each is undone by itself where it fails, and none is told of its success before it is on the disk.
 */
export function groupCommits(db: Db): Write {
  const waiting: Job[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // SQLite never waits for anything but the disk: without a pause nobody else would get here.
      await setImmediate();
      await commit(waiting.splice(0, largest));
    }
    isRunning = false;
  }

  async function commit(jobs: Job[]): Promise<void> {
    const tell: (() => void)[] = [];
    try {
      await db.transaction().execute(async (tx) => {
        for (const { work, resolve, reject } of jobs) {
          await tx.executeQuery(savepoint);
          try {
            const value = await work(tx);
            tell.push(() => resolve(value));
          } catch (error) {
            // Out of space, SQLite has undone the whole transaction by itself: that is the news for all.
            await tx.executeQuery(rollBack).catch(() => {
              throw error;
            });
            tell.push(() => reject(error));
          }
          await tx.executeQuery(release);
        }
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
