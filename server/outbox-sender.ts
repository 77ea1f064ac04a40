import type { Logger } from 'pino';
import { type Repeated, repeat } from './repeat.ts';
import { claimMail, listDue } from './store/outbox.ts';
import type { OutboxRow } from './store/state-rows.ts';
import type { Db } from './store/store.ts';

export interface OutboxDeps {
  db: Db;
  clock: () => Date;
  logger: Logger;
}

/** How often rows of other processes are looked for, in milliseconds. */
const pollEvery = 15_000;
/** How long a stop waits for the row that is being sent, in milliseconds. */
const stopTimeout = 3000;
/** How many rows are looked up at once. */
const batch = 10;

/**
 * Sends rows of the outbox by `sendDue` until it is stopped; `abort` ends an attempt that takes too long for a stop. Every
 * process may run one.
 */
export function startSender(
  { logger }: OutboxDeps,
  sendDue: (isStopping: () => boolean) => Promise<number>,
  abort: () => void,
): Repeated {
  const sender = repeat(async (isStopping) => {
    try {
      return (await sendDue(isStopping)) === batch ? 0 : pollEvery;
    } catch (error) {
      logger.warn({ err: error }, 'the outbox could not be read or marked');
      return pollEvery;
    }
  });
  return {
    wake: sender.wake,
    async stop() {
      const late = setTimeout(abort, stopTimeout);
      await sender.stop();
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
