import type { Logger } from 'pino';
import { claimMail, listDue } from './store/outbox.ts';
import type { OutboxRow } from './store/state-rows.ts';
import type { Db } from './store/store.ts';

export interface OutboxDeps {
  db: Db;
  clock: () => Date;
  logger: Logger;
}

/** Sends rows of the outbox until it is stopped. Every process may run one. */
export interface OutboxSender {
  /** Looks for rows that are due, now. */
  wake(): void;
  /** Gives the row that is being sent some seconds. */
  stop(): Promise<void>;
}

const pollEvery = 15_000;
/** How long a stop waits for the row that is being sent. */
const patience = 3000;
/** How many rows are looked up at once. */
const batch = 10;

/** Calls `sendDue` until it is stopped; `abort` ends an attempt that takes too long for a stop. */
export function startSender(
  { logger }: OutboxDeps,
  sendDue: (isStopping: () => boolean) => Promise<number>,
  abort: () => void,
): OutboxSender {
  let isStopping = false;
  let isWoken = false;
  let wakeUp = () => {};

  async function run(): Promise<void> {
    while (!isStopping) {
      isWoken = false;
      try {
        if ((await sendDue(() => isStopping)) === batch) continue;
      } catch (error) {
        logger.warn({ err: error }, 'the outbox could not be read or marked');
      }
      if (isWoken || isStopping) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollEvery);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const ended = run();
  const wake = () => {
    isWoken = true;
    wakeUp();
  };
  return {
    wake,
    async stop() {
      isStopping = true;
      wake();
      const late = setTimeout(abort, patience);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Sends rows of these topics that are due, one after the other, and returns how many were looked at. */
export async function sendRows(
  { db, clock }: OutboxDeps,
  topics: readonly string[],
  send: (row: OutboxRow) => Promise<void>,
  isStopping = () => false,
): Promise<number> {
  const ids = await listDue(db, topics, clock(), batch);
  for (const id of ids) {
    if (isStopping()) break;
    // Claimed one by one: a claim must last for one attempt, and not for those before it.
    const row = await claimMail(db, id, clock());
    if (row) await send(row);
  }
  return ids.length;
}
