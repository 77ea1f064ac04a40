import { mailTopics } from '#contract/mail.ts';
import { type OutboxDeps, sendRows, startSender } from '../outbox-sender.ts';
import type { Repeated } from '../repeat.ts';
import { finishDigest, prepareDigest } from '../store/digest.ts';
import { deleteFollowSecret, prepareFollowerMail } from '../store/follow.ts';
import { deleteInvitationSecret, prepareInvitationMail } from '../store/invitation.ts';
import { deleteOutboxRow, recordFailure } from '../store/outbox.ts';
import { deleteReceiptSecret } from '../store/receipt.ts';
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

export interface MailerDeps extends OutboxDeps {
  write: Write;
  transport: Transport;
  site: Site;
}

export const startMailer = (deps: MailerDeps): Repeated =>
  startSender(deps, (isStopping) => sendDue(deps, isStopping), deps.transport.close);

/** Sends up to ten due mails (`batch` in outbox-sender.ts) one after the other. Returns how many due mails it found. */
export const sendDue = (deps: MailerDeps, isStopping?: () => boolean): Promise<number> =>
  sendRows(deps, mailTopics, (mail) => sendMail(deps, mail), isStopping);

async function sendMail(deps: MailerDeps, mail: OutboxRow): Promise<void> {
  const { db, write, clock, transport, logger } = deps;
  const prepared = await prepare(deps, mail);
  if (!prepared) return deleteOutboxRow(db, mail.id);
  const { message, deleteSecret, finish } = prepared;
  const line = { mail: mail.topic, attempt: mail.attempts };
  try {
    if (message) await transport.send(message);
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    await write(async (tx) => {
      await recordFailure(tx, mail, error, clock());
      // The mail certainly did not arrive, so nobody has the link in it.
      if (deleteSecret && error.isCertain) await deleteSecret(tx);
    });
    logger.warn({ ...line, code: error.code }, 'a mail could not be sent');
    return;
  }
  await write(finish);
  if (message) logger.info(line, 'a mail was sent');
}

interface Prepared {
  /** Undefined when there is nothing to send. */
  message: Message | undefined;
  /** Deletes the stored secret of the link in a mail that certainly was not sent. */
  deleteSecret?(tx: Db): Promise<void>;
  /**
   * Removes the mail from the outbox, or schedules the next digest. If the process dies before this call, the mail is
   * sent again, with the same Message-ID unless a digest has changed.
   */
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
      // The Message-ID depends on the contents, because the second attempt of a digest may list newer submissions.
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
      deleteSecret: (tx) => deleteFollowSecret(tx, secret),
      finish: (tx) => deleteOutboxRow(tx, mail.id),
    };
  }
  if (mail.topic === 'invitation') {
    const invitation = await write((tx) => prepareInvitationMail(tx, mail, clock()));
    if (!invitation) return undefined;
    const { email, secret } = invitation;
    return {
      message: { id: `${mail.id}@${hostname}`, to: email, ...invitationText(invitation, site) },
      deleteSecret: (tx) => deleteInvitationSecret(tx, secret),
      finish: (tx) => deleteOutboxRow(tx, mail.id),
    };
  }
  // `write` commits the hash of the link's secret before the mail is sent, so the link works when the mail arrives.
  const facts = await write((tx) => prepareSenderMail(tx, mail));
  if (!facts) return undefined;
  return {
    message: {
      id: `${mail.id}@${hostname}`,
      to: facts.email,
      ...senderText(mail.topic as SenderTopic, facts, site),
    },
    deleteSecret: (tx) => deleteReceiptSecret(tx, facts.secret),
    finish: (tx) => deleteOutboxRow(tx, mail.id),
  };
}
