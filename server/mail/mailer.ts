import type { Logger } from 'pino';
import { finishDigest, prepareDigest } from '../store/digest.ts';
import { forgetFollowSecret, prepareFollowerMail } from '../store/follow.ts';
import { forgetInvitationSecret, prepareInvitationMail } from '../store/invitation.ts';
import { claimMail, deleteMail, listDue, recordFailure } from '../store/outbox.ts';
import { forgetReceipt } from '../store/receipt.ts';
import { prepareSenderMail } from '../store/sender-mail.ts';
import type { OutboxRow } from '../store/state-rows.ts';
import type { Db, Write } from '../store/store.ts';
import { MailFailure, type Message, type Transport } from './smtp.ts';
import {
  digestText,
  followerText,
  invitationText,
  type SenderTopic,
  type Site,
  senderText,
} from './texts.ts';

export interface MailerDeps {
  db: Db;
  write: Write;
  clock: () => Date;
  transport: Transport;
  site: Site;
  logger: Logger;
}

export interface Mailer {
  /** Looks for mails that are due, now. */
  wake(): void;
  /** Gives the mail that is being sent some seconds. */
  stop(): Promise<void>;
}

const pollEvery = 15_000;
/** How long a stop waits for the mail that is being sent. */
const patience = 3000;

/** Sends the mails of the outbox, until it is stopped. Every process may run one. */
export function startMailer(deps: MailerDeps): Mailer {
  let isStopping = false;
  let isWoken = false;
  let wakeUp = () => {};

  async function run(): Promise<void> {
    while (!isStopping) {
      isWoken = false;
      try {
        if ((await sendDue(deps, () => isStopping)) === batch) continue;
      } catch (error) {
        deps.logger.warn({ err: error }, 'mails could not be read or marked');
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
      const late = setTimeout(deps.transport.close, patience);
      await ended;
      clearTimeout(late);
    },
  };
}

/** How many mails are looked up at once. */
const batch = 10;

/** Sends mails that are due, one after the other, and returns how many were looked at. */
export async function sendDue(deps: MailerDeps, isStopping = () => false): Promise<number> {
  const ids = await listDue(deps.db, deps.clock(), batch);
  for (const id of ids) {
    if (isStopping()) break;
    // Claimed one by one: a claim must last for one attempt, and not for those before it.
    const mail = await claimMail(deps.db, id, deps.clock());
    if (mail) await sendMail(deps, mail);
  }
  return ids.length;
}

async function sendMail(deps: MailerDeps, mail: OutboxRow): Promise<void> {
  const { db, write, clock, transport, logger } = deps;
  const prepared = await prepare(deps, mail);
  if (!prepared) return deleteMail(db, mail.id);
  const { message, forget, finish } = prepared;
  const line = { mail: mail.topic, attempt: mail.attempts };
  try {
    if (message) await transport.send(message);
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    await write(async (tx) => {
      await recordFailure(tx, mail, error, clock());
      // The link never reached anybody.
      if (forget && error.isCertain) await forget(tx);
    });
    logger.warn({ ...line, code: error.code }, 'a mail could not be sent');
    return;
  }
  await write(finish);
  if (message) logger.info(line, 'a mail was sent');
}

interface Prepared {
  /** Undefined when there is nothing to tell. */
  message: Message | undefined;
  /** Deletes the link of a mail that was certainly not sent. */
  forget?(tx: Db): Promise<void>;
  /** Marks the mail as sent. If the process dies before, the same Message-ID is sent once more. */
  finish(tx: Db): Promise<void>;
}

async function prepare(deps: MailerDeps, mail: OutboxRow): Promise<Prepared | undefined> {
  const { db, write, clock, site } = deps;
  const { hostname } = new URL(site.origin);
  if (mail.topic === 'digest') {
    const digest = await prepareDigest(db, mail, clock());
    if (!digest) return undefined;
    const [first] = digest.items;
    const message = {
      // A digest that is repeated with newer submissions in it is not the same mail.
      id: `${mail.id}.${digest.items.at(-1)?.id}.${digest.total}@${hostname}`,
      to: digest.email,
      replyTo: (digest.total === 1 && first?.email) || undefined,
      ...digestText(digest, site),
    };
    return {
      message: digest.total > 0 ? message : undefined,
      finish: (tx) => finishDigest(tx, mail, digest, clock()),
    };
  }
  if (mail.topic === 'follow' || mail.topic === 'news') {
    const follower = await write((tx) => prepareFollowerMail(tx, mail));
    if (!follower) return undefined;
    const { secret } = follower;
    return {
      message: {
        id: `${mail.id}@${hostname}`,
        to: follower.email,
        endUrl: `${site.origin}/api/follows/${secret}/end`,
        ...followerText(mail.topic, follower, site),
      },
      forget: (tx) => forgetFollowSecret(tx, secret),
      finish: (tx) => deleteMail(tx, mail.id),
    };
  }
  if (mail.topic === 'invitation') {
    const invitation = await write((tx) => prepareInvitationMail(tx, mail, clock()));
    if (!invitation) return undefined;
    const { email, secret } = invitation;
    return {
      message: { id: `${mail.id}@${hostname}`, to: email, ...invitationText(invitation, site) },
      forget: (tx) => forgetInvitationSecret(tx, secret),
      finish: (tx) => deleteMail(tx, mail.id),
    };
  }
  // The hash of the link is committed before the link is sent.
  const facts = await write((tx) => prepareSenderMail(tx, mail));
  if (!facts) return undefined;
  return {
    message: {
      id: `${mail.id}@${hostname}`,
      to: facts.email,
      ...senderText(mail.topic as SenderTopic, facts, site),
    },
    forget: (tx) => forgetReceipt(tx, facts.secret),
    finish: (tx) => deleteMail(tx, mail.id),
  };
}
