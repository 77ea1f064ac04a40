import type { Logger } from 'pino';
import { type Repeated, repeat } from './repeat.ts';
import { claimOutboxRow, listDue } from './store/outbox.ts';
import type { OutboxRow } from './store/state-rows.ts';
import type { Db } from './store/store.ts';

export interface OutboxDeps {
  db: Db;
  clock: () => Date;
  logger: Logger;
}

/** Maximum milliseconds between two reads of the outbox. Due retries and rows of other processes do not call `wake`. */
const pollEvery = 15_000;
/** Milliseconds for which a stop waits for the row that is being sent, before it calls `abort`. */
const stopTimeout = 3000;
/** Maximum number of rows that one call of `sendDue` sends. */
const batch = 10;

/**
 * Calls `sendDue` until the sender is stopped: at once after a full batch, otherwise after `pollEvery`. `stop` waits
 * for the current attempt, and calls `abort` after `stopTimeout`. Every process may run a sender.
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
      const timer = setTimeout(abort, stopTimeout);
      await sender.stop();
      clearTimeout(timer);
    },
  };
}

/** Sends up to `batch` due rows of `topics` one after the other. Returns how many due rows it found. */
export async function sendRows(
  { db, clock }: OutboxDeps,
  topics: readonly string[],
  send: (row: OutboxRow) => Promise<void>,
  isStopping = () => false,
): Promise<number> {
  const ids = await listDue(db, topics, clock(), batch);
  for (const id of ids) {
    if (isStopping()) break;
    // Claims each row just before its attempt, so that the claim cannot expire while earlier rows are sent.
    const row = await claimOutboxRow(db, id, clock());
    if (row) await send(row);
  }
  return ids.length;
}
