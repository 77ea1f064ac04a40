import { createHash, createHmac } from 'node:crypto';
import { type WebhookTopic, webhookTopics } from '#contract/mail.ts';
import type { Config } from '../config.ts';
import type { Site } from '../mail/texts.ts';
import { type OutboxDeps, sendRows, startSender } from '../outbox-sender.ts';
import type { Repeated } from '../repeat.ts';
import { deleteOutboxRow, recordFailure, topicFor } from '../store/outbox.ts';
import type { OutboxRow } from '../store/state-rows.ts';
import type { Write } from '../store/store.ts';
import { findWebhookFacts } from '../store/webhook-facts.ts';
import { webhookText } from './text.ts';

export interface WebhookDeps extends OutboxDeps {
  write: Write;
  site: Site;
  /** Maximum milliseconds for one attempt. */
  timeout?: number;
}

export interface Webhook {
  url: string;
  secret: string;
}

export type Webhooks = Repeated & { names: readonly string[] };

/** Starts to send the messages of the outbox to the URLs of WEBHOOK_URL. A slow webhook does not delay the others. */
export function startWebhooks(
  { urls, secret }: NonNullable<Config['webhooks']>,
  deps: WebhookDeps,
): Webhooks {
  const senders = urls.map((url) => {
    const stopped = new AbortController();
    return startSender(
      deps,
      (isStopping) => sendDueTo({ url, secret }, deps, isStopping, stopped.signal),
      () => stopped.abort(),
    );
  });
  return {
    names: urls.map(nameOf),
    wake() {
      for (const sender of senders) sender.wake();
    },
    async stop() {
      await Promise.all(senders.map((sender) => sender.stop()));
    },
  };
}

/** Returns the name of a webhook in the outbox. The URL itself is a secret, and is not stored in the database. */
export const nameOf = (url: string) =>
  createHash('sha256').update(url).digest('base64url').slice(0, 16);

/** Sends a batch of due messages to one webhook, one after the other. Returns how many due messages it found. */
export const sendDueTo = (
  webhook: Webhook,
  deps: WebhookDeps,
  isStopping?: () => boolean,
  signal?: AbortSignal,
): Promise<number> =>
  sendRows(
    deps,
    webhookTopics.map((topic) => topicFor(topic, nameOf(webhook.url))),
    (row) => send(webhook, deps, row, signal),
    isStopping,
  );

async function send(
  webhook: Webhook,
  { db, write, clock, logger, site, timeout = 10_000 }: WebhookDeps,
  row: OutboxRow,
  stopped?: AbortSignal,
): Promise<void> {
  const facts = await findWebhookFacts(db, row);
  if (!facts) return deleteOutboxRow(db, row.id);
  const [topic] = row.topic.split(':', 1) as [WebhookTopic];
  const line = { webhook: topic, attempt: row.attempts };
  const timeLimit = AbortSignal.timeout(timeout);
  const signal = stopped ? AbortSignal.any([timeLimit, stopped]) : timeLimit;
  const body = JSON.stringify({ text: webhookText(topic, facts, site) });
  const reason = await post(webhook, row.id, body, clock(), signal);
  if (reason === undefined) {
    await deleteOutboxRow(db, row.id);
    logger.info(line, 'a webhook was told');
    return;
  }
  await write((tx) => recordFailure(tx, row, { isPermanent: false, reason }, clock()));
  logger.warn({ ...line, reason }, 'a webhook could not be told');
}

/** Posts a message. Resolves with undefined, or with the reason of a failure. Does not follow redirects. */
async function post(
  { url, secret }: Webhook,
  id: string,
  body: string,
  now: Date,
  signal: AbortSignal,
): Promise<string | undefined> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Fledge',
        'Webhook-Id': id,
        'Webhook-Timestamp': timestamp,
        'Webhook-Signature': signatureOf(secret, id, timestamp, body),
      },
      body,
      redirect: 'manual',
      signal,
    });
    // Only the status is needed, and the body may be endless.
    await response.body?.cancel();
    return response.ok ? undefined : `The webhook answered ${response.status}.`;
  } catch {
    return signal.aborted ? 'The webhook did not answer in time.' : 'The webhook was not reached.';
  }
}

/** Signs as in Standard Webhooks, but does not decode `secret` from Base64. All attempts have the same `id`. */
const signatureOf = (secret: string, id: string, timestamp: string, body: string) =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
